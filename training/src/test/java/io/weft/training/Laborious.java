package io.weft.training;

import io.weft.model.Model;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Another model of a rank that is slower than others by construction: it begins with backward when
 * these are done with theirs, and computes for so long. Of the others it says when they are done.
 *
 * @param others how many; 0 for one of them
 */
record Laborious(Model other, Semaphore done, int others, int millis) implements Around {
  @Override
  public void backward(int stage, IntConsumer complete) {
    if (others > 0 && stage == stages() - 1) {
      awaitOthers();
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
    other.backward(stage, complete);
    if (others == 0 && stage == 0) {
      done.release();
    }
  }

  private void awaitOthers() {
    try {
      if (!done.tryAcquire(others, 30, TimeUnit.SECONDS)) {
        throw new AssertionError("the others did not compute within 30 s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while the others compute", e);
    }
  }
}
