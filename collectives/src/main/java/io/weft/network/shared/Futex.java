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
    var own = Scratch.OF_THREAD.get();
    var limit = own.limit();
    limit.setAtIndex(ValueLayout.JAVA_LONG, 0, nanos / TimeUnit.SECONDS.toNanos(1));
    limit.setAtIndex(ValueLayout.JAVA_LONG, 1, nanos % TimeUnit.SECONDS.toNanos(1));
    long result = call(own.state(), word, WAIT, value, limit);
    return result == 0 || (int) ERRNO.get(own.state(), 0L) != TIMED_OUT;
  }

  @Override
  public void wake(MemorySegment word) {
    var _ =
        call(Scratch.OF_THREAD.get().state(), word, WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
  }

  /**
   * What a call needs besides its word; a thread makes it once. It is not confined to its thread:
   * the JVM's compiler leaves out the question whose memory this is as long as all memory is
   * everybody's, and where it cannot, its code for an optimizer's loop takes ten times as long.
   */
  private record Scratch(MemorySegment state, MemorySegment limit) {
    static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::allocate);

    private static Scratch allocate() {
      var arena = Arena.ofAuto();
      return new Scratch(arena.allocate(STATE), arena.allocate(ValueLayout.JAVA_LONG, 2));
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
