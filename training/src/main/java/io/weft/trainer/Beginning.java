package io.weft.trainer;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.Progress;
import io.weft.collective.Communicator;
import io.weft.data.Partition;
import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.tensor.Tensor;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where training begins: at the beginning, or where a checkpoint was written. Rank 0 finds out, and
 * tells the others.
 *
 * @param step how many had been made
 * @param epoch of the next sample
 * @param samples how many of this epoch had been dealt out
 * @param state of validation
 * @param checkpoint on rank 0
 */
record Beginning(
    long step, long epoch, long samples, Watch.State state, Optional<Checkpoint> checkpoint) {
  private static final String EVEN = new Partition.Even().toString();

  private static final Beginning START =
      new Beginning(0, 0, 0, Watch.State.FIRST, Optional.empty());

  /** The fact that says who has which samples. */
  static final String PARTITION = "partition";

  /** The fact that says by which figure validations are compared. */
  static final String WATCHED = "watched";

  /** The fact that says which parameters have a rate of their own. */
  static final String RATES = "rates";

  /** The fact that tells what is learnt from from other data. */
  static final String SAMPLES = "samples";

  /** The fact that says which samples are not learnt from. */
  private static final String HELD_OUT = "held_out";

  /** Facts that must be those of the checkpoint. */
  private static final Set<String> KEPT =
      Set.of("model", "loss", "optimizer", "exempt", "frozen", PARTITION, HELD_OUT);

  /** What a checkpoint that does not say it was written with. */
  private static final Map<String, String> ONCE =
      Map.of(PARTITION, EVEN, "frozen", "nothing", HELD_OUT, "nothing");

  /**
   * All ranks call it; what rank 0 is given counts.
   *
   * @param from the folder of a run
   * @param facts what this run would write into its checkpoints
   */
  static Beginning agreed(
      Communicator communicator,
      Optional<Path> from,
      long seed,
      Map<String, String> facts,
      Listener listener) {
    var found =
        from.isPresent() && communicator.rank() == 0
            ? found(from.get(), seed, facts, listener)
            : START;
    long[] said = {found.step, found.epoch, found.samples};
    communicator.broadcast(Tensor.of(said), 0);
    var state = found.state.numbers();
    communicator.broadcast(Tensor.of(state), 0);
    return new Beginning(said[0], said[1], said[2], Watch.State.of(state), found.checkpoint);
  }

  private static Beginning found(
      Path from, long seed, Map<String, String> facts, Listener listener) {
    var found = new Checkpoints(Saves.folder(from), 1).newest();
    found.damaged().forEach(listener::warned);
    if (found.checkpoint().isEmpty()) {
      throw new CheckpointException(
          "%s has no checkpoint that is whole: name another run, or leave out --resume"
              .formatted(from));
    }
    var progress = found.checkpoint().get().progress();
    check(from, progress, facts);
    if (progress.seed() != seed) {
      var dealt = facts.getOrDefault(PARTITION, EVEN);
      if (!dealt.equals(EVEN)) {
        throw new CheckpointException(
            "%s was trained with seed %d and not %d, by which %s gives ranks their samples: %s"
                .formatted(from, progress.seed(), seed, dealt, "resume with the same"));
      }
      listener.warned(
          "samples come in another order than before, by seed %d and not %d"
              .formatted(seed, progress.seed()));
    }
    var rates = progress.settings().getOrDefault(RATES, "[]");
    if (!rates.equals(facts.getOrDefault(RATES, rates))) {
      listener.warned(
          "rates by name are %s from now on, and were %s".formatted(facts.get(RATES), rates));
    }
    var samples = progress.settings().getOrDefault(SAMPLES, "");
    if (!samples.isEmpty() && !samples.equals(facts.getOrDefault(SAMPLES, samples))) {
      listener.warned(
          "data is not what it was: %s from now on, and it was %s"
              .formatted(facts.get(SAMPLES), samples));
    }
    listener.resumed(found.checkpoint().get().folder().toString());
    var position = progress.position();
    return new Beginning(
        progress.step(),
        position.epoch(),
        before(progress),
        state(progress.settings(), facts, listener),
        found.checkpoint());
  }

  private static Watch.State state(
      Map<String, String> then, Map<String, String> now, Listener listener) {
    var state = Watch.State.of(then);
    var watched = now.getOrDefault(WATCHED, "");
    var before = then.getOrDefault(WATCHED, watched);
    if (before.equals(watched) || watched.isEmpty()) {
      return state;
    }
    listener.warned(
        "validations were compared by %s and are by %s from now on: the next one is the best so far"
            .formatted(before, watched));
    return state.withoutBest();
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

  private static void check(Path from, Progress progress, Map<String, String> facts) {
    facts.forEach(
        (name, now) -> {
          var then = progress.settings().getOrDefault(name, ONCE.getOrDefault(name, now));
          if (KEPT.contains(name) && !then.equals(now)) {
            throw new CheckpointException(
                "%s was trained with %s %s and not %s: resume with the same"
                    .formatted(from, name, then, now));
          }
        });
  }

  /** The position of the next batch. */
  Position position(Sharding sharding) {
    return sharding.at(epoch, samples);
  }
}
