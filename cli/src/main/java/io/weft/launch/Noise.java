package io.weft.launch;

import java.util.regex.Pattern;

/**
 * Lines about the inside of a JVM or a library, which nobody who starts a rank can do anything
 * about. They would be all that a rank has said that fails early.
 */
final class Noise {
  /** The JVM's, of the module with which additions run on vector instructions. */
  private static final String INCUBATOR = "WARNING: Using incubator modules: jdk.incubator.vector";

  /** PyTorch's, of a name that the code between it and Java uses. */
  private static final Pattern DISPATCH =
      Pattern.compile(
          "\\[W\\d+ .*\\] Warning: AutoNonVariableTypeMode is deprecated and will be removed .*");

  private Noise() {}

  static boolean is(RankStream stream, String line) {
    return stream == RankStream.ERR && (line.equals(INCUBATOR) || DISPATCH.matcher(line).matches());
  }
}
