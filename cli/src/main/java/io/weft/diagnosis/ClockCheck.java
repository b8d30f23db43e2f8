package io.weft.diagnosis;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;

/** Whether somebody keeps the clock of this machine right, which logs and traces rely on. */
final class ClockCheck {
  /** What {@code adjtimex} returns when nobody does: {@code TIME_ERROR}. */
  private static final int UNSYNCHRONISED = 5;

  /** More than {@code struct timex} has on any Linux; all zeros ask for nothing but the state. */
  private static final long STRUCTURE_BYTES = 512;

  private ClockCheck() {}

  static Finding finding() {
    boolean askable =
        System.getProperty("os.name").equals("Linux")
            && ClockCheck.class.getModule().isNativeAccessEnabled();
    return judge(askable ? state() : OptionalInt.empty());
  }

  static Finding judge(OptionalInt state) {
    if (state.isEmpty() || state.getAsInt() < 0) {
      return Finding.unknown("clock");
    }
    return state.getAsInt() == UNSYNCHRONISED
        ? Finding.warn(
            "clock", "nobody keeps it synchronised", "timedatectl set-ntp true, or install chrony")
        : Finding.ok("clock", "synchronised");
  }

  @SuppressWarnings("restricted") // the JDK has no counterpart of adjtimex
  private static OptionalInt state() {
    var linker = Linker.nativeLinker();
    var symbol = linker.defaultLookup().find("adjtimex");
    if (symbol.isEmpty()) {
      return OptionalInt.empty();
    }
    var adjtimex =
        linker.downcallHandle(
            symbol.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    try (var arena = Arena.ofConfined()) {
      MemorySegment structure = arena.allocate(STRUCTURE_BYTES, 8);
      return OptionalInt.of((int) adjtimex.invokeExact(structure));
    } catch (Throwable e) {
      throw new AssertionError("a call of adjtimex cannot throw", e);
    }
  }
}
