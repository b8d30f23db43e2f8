package io.weft.schedule.graph;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One thing to do in a round. A task is its own key: a round holds each at most once. Micro-steps
 * are counted through the round, from 0; steps likewise, and there is more than one of them only
 * where rounds are {@linkplain Consistency.Local local}.
 */
public sealed interface Task {
  /**
   * Runs a stage forward: reads the parameters it uses and the activations of the stage before, and
   * leaves its own.
   */
  record Forward(int stage, int micro) implements Task {
    @Override
    public String toString() {
      return "forward of stage " + stage + suffix(", micro-step ", micro);
    }
  }

  /**
   * Runs a stage backward: reads what its forward read and left, and the error of the stage after;
   * leaves its error and adds to the gradients of the buckets it uses.
   */
  record Backward(int stage, int micro) implements Task {
    @Override
    public String toString() {
      return "backward of stage " + stage + suffix(", micro-step ", micro);
    }
  }

  /**
   * The exchange of one bucket with the other ranks.
   *
   * @param turn which one, from 0, where a round has several of the same bucket and phase
   */
  record Transfer(int bucket, Phase phase, int turn) implements Task {
    /** The only one of its bucket and phase in the round. */
    public Transfer(int bucket, Phase phase) {
      this(bucket, phase, 0);
    }

    @Override
    public String toString() {
      return phase.label() + " of bucket " + bucket + suffix(", turn ", turn);
    }
  }

  /** Applies a gradient to the parameters of a bucket and clears the gradients of all of it. */
  record Update(int bucket, int step, Extent extent) implements Task {
    @Override
    public String toString() {
      return "update of " + describe(bucket, extent) + suffix(", step ", step);
    }
  }

  /**
   * Treats a complete gradient in place before it is applied: scaling to a norm, for example.
   *
   * @param agreements the names of the agreements that it reads; they must cover the bucket
   */
  record Local(String name, int bucket, int step, Extent extent, List<String> agreements)
      implements Task {
    public Local {
      agreements = List.copyOf(agreements);
    }

    @Override
    public String toString() {
      return name + " of " + describe(bucket, extent) + suffix(", step ", step);
    }
  }

  /**
   * Brings all ranks to the same small decision or number: a norm, a flag.
   *
   * @param buckets the buckets, ascending, whose summed gradients it reads; none for a mere signal
   * @param extent how much of each this rank contributes
   */
  record Agree(String name, List<Integer> buckets, Extent extent) implements Task {
    public Agree {
      buckets = buckets.stream().sorted().distinct().toList();
    }

    @Override
    public String toString() {
      return "agreement on " + name;
    }
  }

  /**
   * Gives up the parameters of a bucket that belong to other ranks.
   *
   * @param turn which one, from 0, where a round has several of the same bucket
   */
  record Release(int bucket, int turn) implements Task {
    @Override
    public String toString() {
      return "release of bucket " + bucket + suffix(", turn ", turn);
    }
  }

  /** Where it may run; the first is where it runs unless told otherwise. */
  default Set<Resource> resources() {
    return switch (this) {
      case Forward _, Backward _ -> EnumSet.of(Resource.COMPUTE);
      case Update _, Local _, Release _ -> EnumSet.of(Resource.COMPUTE, Resource.HOST);
      case Transfer _, Agree _ -> EnumSet.of(Resource.LINK);
    };
  }

  private static String describe(int bucket, Extent extent) {
    return (extent == Extent.SHARD ? "the shard of bucket " : "bucket ") + bucket;
  }

  private static String suffix(String words, int number) {
    return number == 0 ? "" : words + number;
  }
}
