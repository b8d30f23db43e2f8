package io.weft.run;

import io.weft.checkpoint.CheckpointNotWrittenException;
import io.weft.checkpoint.CheckpointWriter;
import io.weft.checkpoint.Progress;
import io.weft.cli.Output;
import io.weft.data.Position;
import io.weft.training.Training;
import java.util.Optional;

/**
 * The checkpoints of a run, written by rank 0 while training goes on. One that cannot be written is
 * said and does not stop training; without the last one the run has failed.
 */
final class RunCheckpoints implements AutoCloseable {
  private final Output output;
  private final TrainingJob job;
  private final int ranks;
  private final Optional<CheckpointWriter> writer;

  /** The step after which the run is over. */
  private volatile long last;

  /** What was warned of last, for which the end has no second sentence. */
  private volatile Optional<CheckpointNotWrittenException> said = Optional.empty();

  /** Whether somebody else says what became of the last one. */
  private boolean finished;

  /**
   * @param steps after which the run is over, unless it {@link #endsAfter ends} before
   * @param folder where this rank writes, if it does
   */
  RunCheckpoints(
      Output output, TrainingJob job, int ranks, long steps, Optional<RunFolder> folder) {
    this.output = output;
    this.job = job;
    this.ranks = ranks;
    this.last = steps;
    this.writer =
        folder.flatMap(
            here ->
                job.saving()
                    .map(saving -> here.checkpoints(saving.keep()))
                    .map(it -> new CheckpointWriter(it, this::complain)));
  }

  /** Of the last one nobody is warned: it ends the run. */
  private void complain(long step, CheckpointNotWrittenException why) {
    if (step < last) {
      said = Optional.of(why);
      output.note("warning: " + why.getMessage());
    }
  }

  /** No step follows this one, which is not saved yet, after all. */
  void endsAfter(long step) {
    last = step;
  }

  /** All ranks call it, after the end of a run of rounds. */
  void save(Training training, Position position) {
    var progress = new Progress(training.rounds(), job.seed(), position, job.facts(ranks));
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
          .ifPresent(why -> output.note("warning: " + why.getMessage()));
    }
    writer.ifPresent(CheckpointWriter::close);
  }
}
