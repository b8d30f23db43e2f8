package io.weft.cli;

/**
 * Gives the process its standard error back.
 *
 * <p>The JVM prints a warning about the incubating Vector API before our first line runs, and has
 * no setting against it. So {@code ./weft} starts the JVM with the user's standard error parked at
 * another descriptor, and we put it back. It must be done for the process, not only for {@link
 * System#err}, so that native libraries and child processes are heard too.
 */
final class StandardError {
  private StandardError() {}

  /** Does nothing where {@code ./weft} did not park it. */
  static void restore() {
    Integer parked = Integer.getInteger("weft.parked.err");
    if (parked != null) {
      Descriptors.copy(parked, Descriptors.STANDARD_ERROR);
    }
  }
}
