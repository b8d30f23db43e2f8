package io.weft.network.shared;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Sleeps on a word of memory, and wakes who sleeps there, in whatever process: Linux's {@code
 * futex}.
 */
final class Futex implements Sleep {
  private static final int WAIT = 0;
  private static final int WAKE = 1;
  private static final int TIMED_OUT = 110;
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private final MethodHandle syscall;
  private final long number;

  private Futex(MethodHandle syscall, long number) {
    this.syscall = syscall;
    this.number = number;
  }

  /** Where the system has it, and this JVM may call it. */
  static Optional<Futex> ofSystem() {
    boolean linux = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    if (!linux || !Futex.class.getModule().isNativeAccessEnabled()) {
      return Optional.empty();
    }
    long number =
        switch (System.getProperty("os.arch", "")) {
          case "amd64", "x86_64" -> 202;
          case "aarch64" -> 98;
          default -> -1;
        };
    return number < 0 ? Optional.empty() : linked(number);
  }

  @SuppressWarnings("restricted") // asked for only where it is enabled
  private static Optional<Futex> linked(long number) {
    var linker = Linker.nativeLinker();
    var type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT);
    return linker
        .defaultLookup()
        .find("syscall")
        .map(
            symbol ->
                linker.downcallHandle(
                    symbol,
                    type,
                    Linker.Option.firstVariadicArg(1),
                    Linker.Option.captureCallState("errno")))
        .map(handle -> new Futex(handle, number));
  }

  @Override
  public boolean whileEqual(MemorySegment word, int value, long nanos) {
    try (var arena = Arena.ofConfined()) {
      var limit = arena.allocate(ValueLayout.JAVA_LONG, 2);
      limit.setAtIndex(ValueLayout.JAVA_LONG, 0, nanos / TimeUnit.SECONDS.toNanos(1));
      limit.setAtIndex(ValueLayout.JAVA_LONG, 1, nanos % TimeUnit.SECONDS.toNanos(1));
      var state = arena.allocate(STATE);
      long result = call(state, word, WAIT, value, limit);
      return result == 0 || (int) ERRNO.get(state, 0L) != TIMED_OUT;
    }
  }

  @Override
  public void wake(MemorySegment word) {
    try (var arena = Arena.ofConfined()) {
      var state = arena.allocate(STATE);
      var _ = call(state, word, WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
    }
  }

  private long call(
      MemorySegment state, MemorySegment word, int what, int value, MemorySegment end) {
    try {
      return (long)
          syscall.invokeExact(state, number, word, what, value, end, MemorySegment.NULL, 0);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a system call threw what it cannot throw", e);
    }
  }
}
