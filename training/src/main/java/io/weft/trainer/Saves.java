package io.weft.trainer;

import io.weft.checkpoint.CheckpointNotWrittenException;
import io.weft.checkpoint.CheckpointWriter;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.Progress;
import io.weft.training.Training;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The checkpoints of a run, written by rank 0 while training goes on. One that cannot be written is
 * said and does not stop training; without the last one the run has failed.
 */
final class Saves implements AutoCloseable {
  private final Listener listener;
  private final Optional<CheckpointWriter> writer;

  /** The step after which the run is over. */
  private volatile long last;

  /** What was warned of last, for which the end has no second sentence. */
  private volatile Optional<CheckpointNotWrittenException> said = Optional.empty();

  /** Whether somebody else says what became of the last one. */
  private boolean finished;

  /**
   * @param steps after which the run is over, unless it {@link #endsAfter ends} before
   * @param checkpoints where this rank writes, if it does
   */
  Saves(Listener listener, long steps, Optional<Checkpoints> checkpoints) {
    this.listener = listener;
    this.last = steps;
    this.writer = checkpoints.map(it -> new CheckpointWriter(it, this::complain));
  }

  /** Where the checkpoints of a run lie in its folder. */
  static Path folder(Path run) {
    return run.resolve("checkpoints");
  }

  /** Of the last one nobody is warned: it ends the run. */
  private void complain(long step, CheckpointNotWrittenException why) {
    if (step < last) {
      said = Optional.of(why);
      listener.warned(String.valueOf(why.getMessage()));
    }
  }

  /** No step follows this one, which is not saved yet, after all. */
  void endsAfter(long step) {
    last = step;
  }

  /** All ranks call it, after the end of a run of rounds. */
  void save(Training training, Progress progress) {
    training.saveBehind(progress, writer);
  }

  /**
   * Returns when nothing is being written any more.
   *
   * @return why the last one is not on the disk, if it is not
   */
  Optional<CheckpointNotWrittenException> finish() {
    finished = true;
    return writer.flatMap(CheckpointWriter::finish);
  }

  /** A run that fails for another reason says no less of its latest checkpoint, and it once. */
  @Override
  public void close() {
    if (!finished) {
      finish()
          .filter(why -> said.isEmpty() || said.get() != why)
          .ifPresent(why -> listener.warned(String.valueOf(why.getMessage())));
    }
    writer.ifPresent(CheckpointWriter::close);
  }
}
