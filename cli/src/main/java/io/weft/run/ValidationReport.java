package io.weft.run;

import io.weft.cli.Output;
import io.weft.trainer.Best;
import io.weft.trainer.Ending;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Listener;
import io.weft.trainer.Result;
import io.weft.trainer.Run;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/** What people and programs are told of validation, by rank 0. */
record ValidationReport(Output output, Optional<Metrics> file, int rank) implements Listener {
  @Override
  public void validated(Run run, Evaluation seen, boolean best) {
    if (rank != 0) {
      return;
    }
    output.progress("validation after step %d: %s".formatted(seen.step(), words(seen, best)));
    var event =
        new TrainValidationEvent(
            Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
            seen.step(),
            seen.samples(),
            Figure.known(seen.loss()),
            Figure.all(seen),
            best);
    output.event(event);
    file.ifPresent(to -> to.add(event));
  }

  /** As in {@code loss 2.310, accuracy 0.871, the best so far}. */
  private static String words(Evaluation seen, boolean best) {
    var words = new StringBuilder(String.format(Locale.ROOT, "loss %.3f", seen.loss()));
    for (var each : Figure.all(seen)) {
      words.append(", ").append(each.name()).append(' ').append(each.words());
    }
    return words.append(best ? ", the best so far" : "").toString();
  }

  @Override
  public void ended(Run run, Result result) {
    if (rank == 0 && result.ending() == Ending.STOPPED_EARLY) {
      output.note("training has ended early, after step " + result.steps() + best(result));
    }
  }

  private static String best(Result result) {
    return result.best().map(ValidationReport::since).orElse("");
  }

  private static String since(Best best) {
    return String.format(
        Locale.ROOT,
        ": %s has not become better than the %.3f of step %d",
        best.figure(),
        best.value(),
        best.step());
  }
}
