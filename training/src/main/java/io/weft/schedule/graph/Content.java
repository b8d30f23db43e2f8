package io.weft.schedule.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a cell holds, symbolically. All ranks hold alike, each from its own point of view. */
sealed interface Content {
  /** The same, as if everything had happened that many rounds later. */
  Content later(int rounds, int stepsPerRound);

  /** Nothing that may be used. */
  record Nothing() implements Content {
    @Override
    public Nothing later(int rounds, int stepsPerRound) {
      return this;
    }

    @Override
    public String toString() {
      return "nothing";
    }
  }

  /**
   * Parameters.
   *
   * @param shared how many steps' updates they hold that all ranks hold alike: 0 to shared − 1
   * @param own how many updates of this rank alone they hold beyond
   */
  record Parameters(int shared, int own) implements Content {
    @Override
    public Parameters later(int rounds, int stepsPerRound) {
      return new Parameters(shared + rounds * stepsPerRound, own);
    }

    @Override
    public String toString() {
      return "%d shared and %d own updates".formatted(shared, own);
    }
  }

  /** What the backward of one stage adds to the gradients in one micro-step of a round. */
  record Contribution(int round, int stage, int micro) {}

  /** Whose contributions gradients hold. */
  enum Scope {
    THIS_RANK,
    ALL_RANKS
  }

  /**
   * Gradients.
   *
   * @param treatments what was done to them, in order
   */
  record Gradients(Scope scope, Set<Contribution> contributions, List<String> treatments)
      implements Content {
    static final Gradients CLEARED = new Gradients(Scope.THIS_RANK, Set.of(), List.of());

    public Gradients {
      contributions = Set.copyOf(contributions);
      treatments = List.copyOf(treatments);
    }

    Gradients plus(Contribution contribution) {
      var more = new HashSet<>(contributions);
      more.add(contribution);
      return new Gradients(scope, more, treatments);
    }

    Gradients summed() {
      return new Gradients(Scope.ALL_RANKS, contributions, treatments);
    }

    Gradients treated(String name) {
      var more = new ArrayList<>(treatments);
      more.add(name);
      return new Gradients(scope, contributions, more);
    }

    @Override
    public Gradients later(int rounds, int stepsPerRound) {
      var moved = new HashSet<Contribution>();
      contributions.forEach(
          old -> moved.add(new Contribution(old.round + rounds, old.stage, old.micro)));
      return new Gradients(scope, moved, treatments);
    }

    @Override
    public String toString() {
      return contributions.isEmpty()
          ? "cleared gradients"
          : "contributions of %s (%d)"
              .formatted(
                  scope == Scope.THIS_RANK ? "this rank" : "all ranks", contributions.size());
    }
  }

  /** Activations or errors of one round. */
  record Passed(int round) implements Content {
    @Override
    public Passed later(int rounds, int stepsPerRound) {
      return new Passed(round + rounds);
    }

    @Override
    public String toString() {
      return "those of round " + round;
    }
  }

  /**
   * What was agreed upon in one round.
   *
   * @param treatments what had been done to the gradients that it is about
   */
  record Agreement(int round, List<Integer> buckets, List<String> treatments) implements Content {
    public Agreement {
      buckets = List.copyOf(buckets);
      treatments = List.copyOf(treatments);
    }

    @Override
    public Agreement later(int rounds, int stepsPerRound) {
      return new Agreement(round + rounds, buckets, treatments);
    }

    @Override
    public String toString() {
      return "that of round %d about buckets %s".formatted(round, buckets);
    }
  }
}
