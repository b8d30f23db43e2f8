package io.weft.training.bucket;

import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import java.util.List;

/** What travels together. */
public sealed interface Grouping {
  /**
   * Buckets in the order in which backward is expected to complete gradients.
   *
   * @param bytes how large a bucket may grow; 0 for one per parameter
   */
  record Fixed(long bytes) implements Grouping {
    public Fixed {
      checkBytes("buckets", bytes, 0);
    }
  }

  /**
   * The same where nobody has said a size: small models have smaller ones, see {@link
   * io.weft.model.BucketPlan#overlapping}.
   *
   * @param bytes how large a bucket may grow
   */
  record Fitting(long bytes) implements Grouping {
    public Fitting {
      checkBytes("buckets", bytes, 1);
    }
  }

  /**
   * By size for the first round, then in the order in which that one has completed gradients; the
   * first bucket is {@linkplain io.weft.model.BucketPlan#startingSmall small}.
   *
   * @param bytes how large a bucket may grow
   */
  record AsReady(long bytes) implements Grouping {
    public AsReady {
      checkBytes("buckets", bytes, 0);
    }
  }

  /**
   * Every parameter by itself for three rounds, then merged as {@link
   * io.weft.schedule.MergedGradients} says from what these have taken. Which buckets come out
   * depends on the times, and with most collectives the last bits of sums do too.
   */
  record Merged() implements Grouping {}

  /**
   * Every parameter by itself and in parts, of which the next forward's most urgent go first.
   *
   * @param bytes how large a part may be
   * @param credit how many bytes may be under way before something no more urgent starts
   */
  record Parts(long bytes, long credit) implements Grouping {
    public Parts {
      checkBytes("parts", bytes, 1);
      checkBytes("credit", credit, bytes);
    }
  }

  /** The plan that ranks begin with. */
  default BucketPlan first(List<Parameter> parameters) {
    return switch (this) {
      case Fixed(var bytes) -> BucketPlan.bySize(parameters, bytes);
      case Fitting(var bytes) -> BucketPlan.overlapping(parameters, bytes);
      case AsReady(var bytes) ->
          BucketPlan.startingSmall(parameters, BucketPlan.asCompleted(parameters), bytes);
      case Parts _, Merged _ -> BucketPlan.perParameter(parameters);
    };
  }

  /** What graphs see of a plan. */
  default Pieces pieces(BucketPlan plan) {
    return switch (this) {
      case Fixed _, Fitting _, AsReady _, Merged _ -> Pieces.whole(plan);
      case Parts(var bytes, _) -> Pieces.cut(plan, bytes);
    };
  }

  /**
   * The plan for buckets of another size, in the order of a plan that is there.
   *
   * @throws IllegalArgumentException if buckets have no size
   */
  default BucketPlan resized(BucketPlan now, long bytes) {
    var order = now.buckets().stream().flatMap(List::stream).toList();
    return switch (this) {
      case Fixed _, Fitting _ -> BucketPlan.bySize(now.parameters(), bytes);
      case AsReady _ -> BucketPlan.startingSmall(now.parameters(), order, bytes);
      case Merged _, Parts _ ->
          throw new IllegalArgumentException(
              "buckets of %d bytes: %s has no size of buckets".formatted(bytes, this));
    };
  }

  private static void checkBytes(String what, long bytes, long least) {
    if (bytes < least) {
      throw new IllegalArgumentException(
          "%s of %d bytes: at least %d".formatted(what, bytes, least));
    }
  }
}
