package io.weft.run;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Progress;
import io.weft.cli.Output;
import io.weft.collective.Communicator;
import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.tensor.Tensor;
import java.util.Optional;
import java.util.Set;

/**
 * Where a run begins: at the beginning, or where a checkpoint was written. Rank 0 finds out, and
 * tells the others.
 *
 * @param step how many had been made
 * @param epoch of the next sample
 * @param samples how many of this epoch had been dealt out
 * @param checkpoint on rank 0
 */
record Resumption(long step, long epoch, long samples, Optional<Checkpoint> checkpoint) {
  /** Facts that must be those of the checkpoint. */
  private static final Set<String> KEPT = Set.of("model", "optimizer", "exempt");

  private static final Resumption BEGINNING = new Resumption(0, 0, 0, Optional.empty());

  /** All ranks call it; what rank 0 is given counts. */
  static Resumption agreed(
      Communicator communicator, Optional<RunFolder> from, TrainingJob job, Output output) {
    var found =
        from.isPresent() && communicator.rank() == 0 ? found(from.get(), job, output) : BEGINNING;
    long[] said = {found.step, found.epoch, found.samples};
    communicator.broadcast(Tensor.of(said), 0);
    return new Resumption(said[0], said[1], said[2], found.checkpoint);
  }

  private static Resumption found(RunFolder from, TrainingJob job, Output output) {
    var found = from.checkpoints(1).newest();
    found.damaged().forEach(sentence -> output.note("warning: " + sentence));
    if (found.checkpoint().isEmpty()) {
      throw new CheckpointException(
          "%s has no checkpoint that is whole: name another run, or leave out --resume"
              .formatted(from.path()));
    }
    var progress = found.checkpoint().get().progress();
    check(from, progress, job);
    if (progress.seed() != job.seed()) {
      output.note(
          "warning: samples come in another order than before, by seed %d and not %d"
              .formatted(job.seed(), progress.seed()));
    }
    output.note("going on from " + found.checkpoint().get().folder());
    var position = progress.position();
    return new Resumption(progress.step(), position.epoch(), before(progress), found.checkpoint());
  }

  /** How many samples of its epoch had been dealt out. */
  private static long before(Progress progress) {
    try {
      long perStep = Math.multiplyExact(number(progress, "ranks"), number(progress, "batch"));
      return Math.multiplyExact(progress.position().step(), perStep);
    } catch (ArithmeticException e) {
      throw new CheckpointException(
          "the checkpoint has %d steps of an epoch, which no data has"
              .formatted(progress.position().step()));
    }
  }

  private static long number(Progress progress, String name) {
    var text = progress.settings().getOrDefault(name, "1");
    try {
      long number = Long.parseLong(text);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Refused below, as what is less than 1.
    }
    throw new CheckpointException(
        "the checkpoint says %s=%s: a whole number of at least 1 must be there"
            .formatted(name, text));
  }

  private static void check(RunFolder from, Progress progress, TrainingJob job) {
    job.facts(1)
        .forEach(
            (name, now) -> {
              var then = progress.settings().getOrDefault(name, now);
              if (KEPT.contains(name) && !then.equals(now)) {
                throw new CheckpointException(
                    "%s was trained with %s %s and not %s: resume with the same"
                        .formatted(from.path(), name, then, now));
              }
            });
  }

  /** The position of the next batch. */
  Position position(Sharding sharding) {
    return sharding.at(epoch, Math.min(samples, sharding.samples()));
  }
}
