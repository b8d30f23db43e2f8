package io.weft.plan;

import io.weft.simulation.ProgramCosts;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What predictions cannot say of a strategy: refused, or remarked where it makes no difference. */
final class Unmodelled {
  /** Compressors of which nobody knows how much they send before they have seen gradients. */
  private static final List<String> BY_GRADIENTS = List.of("threshold", "fastsgd");

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

  /**
   * Refuses what would have to be ignored.
   *
   * @throws IllegalArgumentException naming it, with what to do instead
   */
  static void refuse(Strategy strategy) {
    var compression = strategy.term(Axis.COMPRESSION);
    compression.ifPresent(Unmodelled::refuseByGradients);
    if (name(strategy, Axis.SYNCHRONISATION).equals("local-sgd")) {
      var schedule = name(strategy, Axis.SCHEDULE);
      if (!schedule.equals("wfbp")) {
        throw no(schedule, "averages of local-sgd travel as each is ready: leave it out");
      }
      if (compression.isPresent()) {
        throw no(
            compression.get().name(), "averages of local-sgd travel as they are: leave it out");
      }
    }
  }

  private static void refuseByGradients(Term compression) {
    var core = CodingSpeed.core(compression);
    if (BY_GRADIENTS.contains(core.name())) {
      throw no(core.name(), "what it sends depends on the gradients; choose top-k-sampled");
    }
    if (compression.offers().contains(Capability.PACKED)) {
      throw no("lossless", "what it saves depends on the gradients: leave it out");
    }
  }

  private static IllegalArgumentException no(String name, String reason) {
    return new IllegalArgumentException("%s cannot be simulated here: %s".formatted(name, reason));
  }

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
    Trainable.refusal(strategy).ifPresent(sentence -> remarks.add(sentence + "."));
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
