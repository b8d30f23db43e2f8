package io.weft.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What is running, and on what.
 *
 * @param commit the commit that was built, followed by {@code -dirty} if files were changed since;
 *     null where the build did not know it
 */
public record VersionEvent(
    String version,
    @Nullable String commit,
    String jdkVersion,
    String jdkVendor,
    String os,
    String arch)
    implements JsonEvent {

  /** That of this process. */
  public static VersionEvent current() {
    Properties build = read("version.properties");
    String commit = build.getProperty("commit", "unknown");
    return new VersionEvent(
        build.getProperty("version"),
        commit.equals("unknown") ? null : commit,
        Runtime.version().toString(),
        System.getProperty("java.vendor"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"));
  }

  /** Says it, for people and for programs, and returns the exit code. */
  public int print(Output output) {
    output.line(text());
    output.event(this);
    return ExitCode.OK.code();
  }

  String text() {
    return "weft %s%nJDK %s, %s%n%s %s".formatted(program(), jdkVersion, jdkVendor, os, arch);
  }

  /** The version of Weft, with the commit where it is known. */
  public String program() {
    return commit == null ? version : version + " (" + commit + ")";
  }

  private static Properties read(String resource) {
    var properties = new Properties();
    try (InputStream stream = VersionEvent.class.getResourceAsStream(resource)) {
      properties.load(Objects.requireNonNull(stream, resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
