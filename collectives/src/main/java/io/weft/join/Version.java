package io.weft.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Which program this is, for ranks to compare. */
final class Version {
  static final String CURRENT = read();

  private Version() {}

  private static String read() {
    var properties = new Properties();
    try (InputStream stream = Version.class.getResourceAsStream("version.properties")) {
      properties.load(Objects.requireNonNull(stream));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
