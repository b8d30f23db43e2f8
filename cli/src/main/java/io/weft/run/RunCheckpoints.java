package io.weft.run;

import io.weft.checkpoint.CheckpointWriter;
import io.weft.checkpoint.Progress;
import io.weft.cli.Output;
import io.weft.data.Position;
import io.weft.training.Training;
import java.util.Optional;

/**
 * The checkpoints of a run, written by rank 0 while training goes on. One that cannot be written is
 * said and does not stop training.
 */
final class RunCheckpoints implements AutoCloseable {
  private final TrainingJob job;
  private final int ranks;
  private final Optional<CheckpointWriter> writer;

  /**
   * @param folder where this rank writes, if it does
   */
  RunCheckpoints(Output output, TrainingJob job, int ranks, Optional<RunFolder> folder) {
    this.job = job;
    this.ranks = ranks;
    this.writer =
        folder.flatMap(
            here ->
                job.saving()
                    .map(saving -> here.checkpoints(saving.keep()))
                    .map(it -> new CheckpointWriter(it, why -> output.note("warning: " + why))));
  }

  /** All ranks call it, after the end of a run of rounds. */
  void save(Training training, Position position) {
    var progress = new Progress(training.rounds(), job.seed(), position, job.facts(ranks));
    training.saveBehind(progress, writer);
  }

  /** Returns when nothing is being written any more. */
  void finish() {
    writer.ifPresent(CheckpointWriter::finish);
  }

  @Override
  public void close() {
    writer.ifPresent(CheckpointWriter::close);
  }
}
