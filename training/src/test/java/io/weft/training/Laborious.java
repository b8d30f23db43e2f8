package io.weft.training;

import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.model.ModelBuffer;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Another model of a rank that is slower than others by construction: it begins with backward when
 * these are done with theirs, and computes for so long. Of the others it says when they are done.
 *
 * @param others how many; 0 for one of them
 */
record Laborious(Model other, Semaphore done, int others, int millis) implements Model {
  @Override
  public List<Parameter> parameters() {
    return other.parameters();
  }

  @Override
  public List<ModelBuffer> buffers() {
    return other.buffers();
  }

  @Override
  public int stages() {
    return other.stages();
  }

  @Override
  public void place(ModelMemory memory) {
    other.place(memory);
  }

  @Override
  public void begin(Batch batch, double weight) {
    other.begin(batch, weight);
  }

  @Override
  public void forward(int stage) {
    other.forward(stage);
  }

  @Override
  public double loss() {
    return other.loss();
  }

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

  @Override
  public void train(boolean learning) {
    other.train(learning);
  }

  @Override
  public void close() {
    other.close();
  }
}
