package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.command.Configuration.Change;
import io.weft.run.RunFolder;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What becomes of settings that are not those of the run that is resumed. */
final class Resumption {
  /**
   * What a run began with it keeps: another would make of the checkpoint something that no run has
   * come to. All other settings may change on the way, or are refused by what trains.
   */
  static final Set<String> KEPT =
      Set.of(
          "model",
          "optimizer",
          "data",
          "target",
          "task",
          "missing",
          "ignore",
          "header",
          "hidden",
          "image-size",
          "label-noise",
          "seed",
          "weights",
          "validation",
          "hold-out");

  private Resumption() {}

  /** Refuses what cannot change: on every rank, so that none waits for those that refuse. */
  static void check(RunFolder run, List<Change> changes) {
    for (var change : changes) {
      if (KEPT.contains(change.key())) {
        throw new CommandFailedException(
            ExitCode.CHECKPOINT_UNUSABLE,
            "%s was trained with %s %s and not %s: leave out --%s, or begin without --resume"
                .formatted(run.path(), change.key(), change.before(), change.now(), change.key()));
      }
    }
  }

  /** Names what changes. */
  static void say(Output output, List<Change> changes) {
    if (!changes.isEmpty()) {
      output.note(
          changes.stream()
              .map(it -> "--%s %s in place of %s".formatted(it.key(), it.now(), it.before()))
              .collect(Collectors.joining(", ", "going on with ", "")));
    }
  }
}
