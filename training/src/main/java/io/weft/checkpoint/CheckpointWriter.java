package io.weft.checkpoint;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Writes checkpoints on a thread of its own while training goes on, one at a time. Used by one
 * thread.
 */
public final class CheckpointWriter implements AutoCloseable {
  /** Other ranks wait meanwhile, so it is shorter than they would. */
  private static final Duration BETWEEN = Duration.ofSeconds(20);

  /** Nobody waits for the end of the last one; a disk that takes longer is broken. */
  private static final Duration AT_END = Duration.ofMinutes(10);

  private final Checkpoints checkpoints;
  private final Consumer<String> complaint;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("checkpoints").factory());
  private Future<?> latest = CompletableFuture.completedFuture(null);

  /**
   * @param complaint told in a sentence of each checkpoint that was not written, on any thread
   */
  public CheckpointWriter(Checkpoints checkpoints, Consumer<String> complaint) {
    this.checkpoints = checkpoints;
    this.complaint = complaint;
  }

  /**
   * Begins to write, after waiting for the one before. If that takes too long, this one is left out
   * with a complaint.
   *
   * @param contents closed when they have been written, or could not be
   */
  public void write(Progress progress, Contents contents) {
    if (isDone(BETWEEN)) {
      latest = thread.submit(() -> writeNow(progress, contents));
      return;
    }
    contents.close();
    complaint.accept(
        ("%s was left out, since the checkpoint before it is still being written after %d s:"
                + " save less often")
            .formatted(
                checkpoints.folder().resolve("step-" + progress.step()), BETWEEN.toSeconds()));
  }

  private void writeNow(Progress progress, Contents contents) {
    try (contents) {
      checkpoints.save(progress, contents.files());
    } catch (CheckpointException e) {
      complaint.accept(String.valueOf(e.getMessage()));
    }
  }

  /** Waits until the latest one is on the disk, or has been complained about. */
  public void finish() {
    if (!isDone(AT_END)) {
      complaint.accept(
          ("the last checkpoint in %s is still being written after %d minutes and is given up:"
                  + " see to the disk")
              .formatted(checkpoints.folder(), AT_END.toMinutes()));
    }
  }

  private boolean isDone(Duration limit) {
    try {
      latest.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new AssertionError("a checkpoint failed in a way that is no fault of the disk", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    finish();
    thread.shutdownNow();
  }
}
