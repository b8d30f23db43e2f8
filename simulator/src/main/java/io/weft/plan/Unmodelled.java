package io.weft.plan;

import io.weft.simulation.ProgramCosts;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What predictions leave out of a strategy: remarked, and never ignored in silence. */
final class Unmodelled {
  /** Parameters by {@code name.parameter} that change no prediction, and why. */
  static final Map<String, String> WITHOUT_EFFECT =
      Map.of(
          "int8.rounding", "both roundings are taken to last as long",
          "int4.rounding", "both roundings are taken to last as long",
          "signum.momentum", "it changes what is sent, not how much",
          "terngrad.clip", "it changes what is sent, not how much",
          "sharded.stage", "stages 1 and 2 exchange the same",
          "onebit-adam.freeze-step",
              "a step after the frozen one is predicted; dense ones last longer",
          "dgc.warmup", "a step after the warm-up is predicted; earlier ones send more",
          "dense-first.steps", "a step after those is predicted; dense ones last longer");

  private Unmodelled() {}

  private static String name(Strategy strategy, Axis axis) {
    return strategy.term(axis).map(Term::name).orElse("");
  }

  /** What was written and changes nothing, and what is known only roughly, a sentence each. */
  static List<String> remarks(Job job, Strategy strategy) {
    var remarks = new ArrayList<String>();
    strategy.terms().values().forEach(term -> withoutEffect(term, remarks));
    credit(job, strategy).ifPresent(remarks::add);
    if (job.isRoughlyRing(strategy)) {
      remarks.add(
          "Exchanges of more than %d ranks are predicted as rings."
              .formatted(ProgramCosts.RANKS_MOST));
    }
    strategy.refusal(Use.TRAIN).ifPresent(refusal -> remarks.add(refusal.getMessage() + "."));
    return remarks;
  }

  private static void withoutEffect(Term outermost, List<String> remarks) {
    for (@Nullable Term term = outermost; term != null; term = term.inner()) {
      for (int at = 0; at < term.values().size(); at++) {
        var parameter = term.entry().parameters().get(at);
        var reason = WITHOUT_EFFECT.get(term.name() + "." + parameter.name());
        if (reason != null && !term.values().get(at).equals(parameter.fallback())) {
          remarks.add(
              "%s of %s makes no difference here: %s."
                  .formatted(parameter.name(), term.name(), reason));
        }
      }
    }
  }

  /** Who waits for nothing once the link is free gains nothing by having more under way. */
  private static Optional<String> credit(Job job, Strategy strategy) {
    return name(strategy, Axis.SCHEDULE).equals("priority") && !job.hasLatencies(strategy)
        ? Optional.of(
            "credit makes no difference here: exchanges are taken to fill the links that ranks of a"
                + " host share, so only one is under way at a time.")
        : Optional.empty();
  }
}
