package io.weft.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Gives the process its standard error back.
 *
 * <p>The JVM prints a warning about the incubating Vector API before our first line runs, and has
 * no setting against it. On a terminal {@code ./weft} therefore starts the JVM with the user's
 * standard error parked at another descriptor, and we put it back. It must be done for the process,
 * not only for {@link System#err}, so that native libraries and child processes are heard too.
 */
final class StandardError {
  private static final int DESCRIPTOR = 2;

  private StandardError() {}

  /** Does nothing where {@code ./weft} did not park it. */
  static void restore() {
    Integer parked = Integer.getInteger("weft.parked.err");
    if (parked != null) {
      copy(parked);
    }
  }

  @SuppressWarnings("restricted") // POSIX dup2 has no counterpart in the JDK
  private static void copy(int parked) {
    var linker = Linker.nativeLinker();
    var integer = ValueLayout.JAVA_INT;
    MethodHandle dup2 =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("dup2"),
            FunctionDescriptor.of(integer, integer, integer));
    try {
      int result = (int) dup2.invokeExact(parked, DESCRIPTOR);
      if (result != DESCRIPTOR) {
        throw new AssertionError("dup2(%d, 2) gave %d".formatted(parked, result));
      }
    } catch (Throwable e) {
      throw new AssertionError("cannot restore standard error from descriptor " + parked, e);
    }
  }
}
