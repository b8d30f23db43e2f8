package io.weft.run;

import io.weft.cli.JsonEvent;
import io.weft.trainer.Best;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Saved;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What came of training. */
record EndEvent(
    String strategy,
    String model,
    int world,
    long steps,
    double seconds,
    @Nullable Double firstLoss,
    @Nullable Long firstLossStep,
    @Nullable Double loss,
    @Nullable Validated validation,
    @Nullable Integer classes,
    double samplesPerS,
    long denseBytesPerRankPerStep,
    long wireBytesPerRankPerStep,
    long receivedBytesPerRankPerStep,
    long cardSentBytesPerStep,
    long cardReceivedBytesPerStep,
    List<RunTraffic.OfPurpose> bytes,
    List<RunTraffic.OfCard> cards,
    double exchangeMs,
    double waitingMs,
    double exposedMs,
    @Nullable Double hiddenPercent,
    @Nullable Checkpoints checkpoints,
    String weightsSha256)
    implements JsonEvent {
  /** What the last validation gave, and the best of all. */
  record Validated(
      @Nullable Double loss,
      List<Figure> metrics,
      @Nullable String watched,
      @Nullable Double best,
      @Nullable Long bestStep) {
    static Validated of(Evaluation seen, Optional<Best> best) {
      return new Validated(
          Figure.known(seen.loss()),
          Figure.all(seen),
          best.map(Best::figure).orElse(null),
          best.map(Best::value).orElse(null),
          best.map(Best::step).orElse(null));
    }
  }

  /** How many were taken, and how long training has stood still for them. */
  record Checkpoints(int count, double seconds, double percent) {
    static Checkpoints of(Saved saved) {
      return new Checkpoints(saved.count(), saved.cost().toNanos() / 1e9, 100 * saved.share());
    }
  }
}
