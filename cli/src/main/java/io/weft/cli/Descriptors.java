package io.weft.cli;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Calls of POSIX on file descriptors, which have no counterpart in the JDK. */
final class Descriptors {
  static final int STANDARD_OUTPUT = 1;
  static final int STANDARD_ERROR = 2;

  private Descriptors() {}

  /** Makes one descriptor mean the same as another. */
  static void copy(int from, int to) {
    try {
      var number = ValueLayout.JAVA_INT;
      MethodHandle dup2 = function("dup2", FunctionDescriptor.of(number, number, number));
      int result = (int) dup2.invokeExact(from, to);
      if (result != to) {
        throw new AssertionError("dup2(%d, %d) gave %d".formatted(from, to, result));
      }
    } catch (Throwable e) {
      throw new AssertionError("cannot make descriptor %d of %d".formatted(to, from), e);
    }
  }

  /** A new descriptor that adds to a file; negative if the file cannot be opened. */
  static int append(Path file) {
    try (var arena = Arena.ofConfined()) {
      var name = arena.allocateFrom(file.toString());
      var mode = arena.allocateFrom("a");
      var address = ValueLayout.ADDRESS;
      MethodHandle open = function("fopen", FunctionDescriptor.of(address, address, address));
      var stream = (MemorySegment) open.invokeExact(name, mode);
      if (stream.equals(MemorySegment.NULL)) {
        return -1;
      }
      var number = FunctionDescriptor.of(ValueLayout.JAVA_INT, address);
      return (int) function("fileno", number).invokeExact(stream);
    } catch (Throwable e) {
      throw new AssertionError("cannot open " + file, e);
    }
  }

  @SuppressWarnings("restricted") // the JDK has no other way to these calls
  private static MethodHandle function(String name, FunctionDescriptor type) {
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
  }
}
