package io.weft.run;

import io.weft.cluster.Presets;
import io.weft.plan.Job;
import io.weft.plan.Outlook;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Use;
import io.weft.trace.Argument;
import io.weft.trace.Lane;
import io.weft.trace.Span;
import io.weft.trainer.Run;
import io.weft.zoo.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a step of this run would take on a slow network, predicted from how long stages took in its
 * last steps: without overlap, and by the strategy of the run.
 */
final class PricedRun {
  private static final String CLUSTER = "1gbe-cpu";
  private static final Strategy PLAIN = Strategy.parse("sequential");

  private final TrainingJob job;
  private final int ranks;
  private List<Span> spans = List.of();

  PricedRun(TrainingJob job, int ranks) {
    this.job = job;
    this.ranks = ranks;
  }

  /** Takes in what ranks did in the last steps. */
  void take(List<Span> spans) {
    this.spans = List.copyOf(spans);
  }

  /** In words; nothing if the run says too little, or cannot be simulated. */
  Optional<String> words(Run run) {
    return ranks == 1 ? Optional.empty() : profile(run).flatMap(this::priced);
  }

  /** By rank 0, in all micro-steps of a step. */
  private Optional<Profile> profile(Run run) {
    int stages = run.model().stages();
    var forward = new ArrayList<Double>();
    var backward = new ArrayList<Double>();
    for (int stage = 0; stage < stages; stage++) {
      forward.add(seconds(Lane.FORWARD, stage));
      backward.add(seconds(Lane.BACKWARD, stage));
    }
    boolean known =
        forward.stream().allMatch(it -> it > 0) && backward.stream().allMatch(it -> it > 0);
    return known
        ? Optional.of(
            new Profile(
                job.model(),
                samples(),
                forward,
                backward,
                run.model().parameters(),
                Optional.empty()))
        : Optional.empty();
  }

  private int samples() {
    return job.batch() * job.settings().microSteps();
  }

  private double seconds(Lane lane, int stage) {
    var about = new Argument.Stage(stage);
    return job.settings().microSteps()
        * spans.stream()
            .filter(span -> span.rank() == 0 && span.lane() == lane)
            .filter(span -> span.arguments().contains(about))
            .mapToDouble(span -> (span.endNanos() - span.startNanos()) / 1e9)
            .average()
            .orElse(0);
  }

  private Optional<String> priced(Profile profile) {
    try {
      var cluster = Presets.named(CLUSTER);
      var work = Job.of(profile, samples(), cluster, ranks, profile.work());
      var plain = "%.1f ms a step with sequential".formatted(millis(work, PLAIN));
      boolean same = job.strategy().equals(PLAIN);
      if (same || job.strategy().refusal(Use.SIMULATE).isPresent()) {
        return Optional.of("predicted " + plain);
      }
      return Optional.of(
          String.format(
              Locale.ROOT,
              "predicted %s, %.1f ms with %s",
              plain,
              millis(work, job.strategy()),
              job.strategy().brief()));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // too large for what is simulated: nothing is predicted
    }
  }

  private static double millis(Job work, Strategy strategy) {
    return 1e3 * Outlook.of(work, strategy).prediction().stepSeconds();
  }
}
