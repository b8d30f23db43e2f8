package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Looks at the word again and again, ever more seldom: for systems without a futex. */
final class Doze implements Sleep {
  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
  private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  @Override
  public boolean whileEqual(MemorySegment word, int value, long nanos) {
    long end = System.nanoTime() + nanos;
    long nap = SHORTEST_NANOS;
    while ((int) WORD.getVolatile(word, 0L) == value) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      if (Thread.currentThread().isInterrupted()) {
        return true;
      }
      LockSupport.parkNanos(this, Math.min(nap, left));
      nap = Math.min(2 * nap, LONGEST_NANOS);
    }
    return true;
  }

  /** Who dozes finds out by itself. */
  @Override
  public void wake(MemorySegment word) {}
}
