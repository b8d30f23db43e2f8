package io.weft.checkpoint;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

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
  private final BiConsumer<Long, CheckpointNotWrittenException> complaint;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("checkpoints").factory());

  /** Ends with why it was not written, if it was not. */
  private Future<Optional<CheckpointNotWrittenException>> latest =
      CompletableFuture.completedFuture(Optional.empty());

  /** Whether the latest one has been waited for as long as it is. */
  private boolean givenUp;

  /** Why the one that was asked for last was not even begun, if so. */
  private Optional<CheckpointNotWrittenException> leftOut = Optional.empty();

  /**
   * @param complaint told at once of each checkpoint that was not written, by its step, on any
   *     thread
   */
  public CheckpointWriter(
      Checkpoints checkpoints, BiConsumer<Long, CheckpointNotWrittenException> complaint) {
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
    if (ended(BETWEEN)) {
      leftOut = Optional.empty();
      latest = thread.submit(() -> writeNow(progress, contents));
      return;
    }
    contents.close();
    var why =
        new CheckpointNotWrittenException(
            ("%s was left out, since the checkpoint before it is still being written after %d s:"
                    + " save less often")
                .formatted(
                    checkpoints.folder().resolve("step-" + progress.step()), BETWEEN.toSeconds()));
    leftOut = Optional.of(why);
    complaint.accept(progress.step(), why);
  }

  private Optional<CheckpointNotWrittenException> writeNow(Progress progress, Contents contents) {
    try (contents) {
      checkpoints.save(progress, contents.files());
      return Optional.empty();
    } catch (CheckpointNotWrittenException e) {
      complaint.accept(progress.step(), e);
      return Optional.of(e);
    }
  }

  /**
   * Waits for the latest checkpoint.
   *
   * @return why it is not on the disk, if it is not
   */
  public Optional<CheckpointNotWrittenException> finish() {
    givenUp = !ended(AT_END);
    if (givenUp) {
      String how =
          Thread.currentThread().isInterrupted()
              ? "was being written when the run was stopped"
              : "is still being written after %d minutes and is given up: see to the disk"
                  .formatted(AT_END.toMinutes());
      return Optional.of(
          new CheckpointNotWrittenException(
              "the last checkpoint in %s %s".formatted(checkpoints.folder(), how)));
    }
    return leftOut.isPresent() ? leftOut : latest.resultNow();
  }

  /** Whether the latest one is written, or given up, within that time. */
  private boolean ended(Duration limit) {
    try {
      var _ = latest.get(limit.toNanos(), TimeUnit.NANOSECONDS);
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

  /** Waits for the latest one; whether it is there is said by {@link #finish} alone. */
  @Override
  public void close() {
    if (!givenUp) {
      var _ = ended(AT_END);
    }
    thread.shutdownNow();
  }
}
