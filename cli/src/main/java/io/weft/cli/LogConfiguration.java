package io.weft.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * What this program lets its libraries log: warnings, but for those that it says by itself. The JDK
 * makes one when the first message is logged, and not before, so that commands start quickly.
 */
public final class LogConfiguration {
  private static final String CLASS = "java.util.logging.config.class";
  private static final String FILE = "java.util.logging.config.file";

  private static final String LEVELS =
      """
      handlers = java.util.logging.ConsoleHandler
      .level = INFO
      io.weft.level = WARNING
      io.weft.flow.level = OFF
      io.weft.trainer.level = OFF
      """;

  /** As the JDK demands. */
  public LogConfiguration() throws IOException {
    var levels = new ByteArrayInputStream(LEVELS.getBytes(StandardCharsets.UTF_8));
    LogManager.getLogManager().readConfiguration(levels);
  }

  /** From now on, unless somebody has said otherwise when the JVM was started. */
  static void use() {
    if (System.getProperty(FILE) == null && System.getProperty(CLASS) == null) {
      System.setProperty(CLASS, LogConfiguration.class.getName());
    }
  }
}
