package io.weft.training.bucket;

import io.weft.collective.Communicator;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.schedule.ExchangeCost;
import io.weft.schedule.MergedGradients;
import io.weft.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Makes another plan of buckets of what the first rounds have shown. Rank 0 decides, and tells the
 * others.
 */
public record Regrouping(Grouping grouping, List<Parameter> parameters, LongSupplier nanos) {
  /** How many rounds are looked at first; 0 if the first plan stays. */
  public int rounds() {
    return switch (grouping) {
      case Grouping.Fixed _, Grouping.Fitting _, Grouping.Parts _ -> 0;
      case Grouping.AsReady _ -> 1;
      case Grouping.Merged _ -> 3; // The first one is slower, and of the others the mean counts.
    };
  }

  /**
   * The plan that they go on with. All ranks call it.
   *
   * @param exchanging what exchanges gradients
   */
  public BucketPlan next(
      BucketPlan now, BackwardProfile profile, Communicator communicator, Communicator exchanging) {
    return switch (grouping) {
      case Grouping.Fixed _, Grouping.Fitting _, Grouping.Parts _ -> now;
      case Grouping.AsReady(var bytes) ->
          agreed(BucketPlan.startingSmall(parameters, order(now, profile), bytes), communicator);
      case Grouping.Merged _ -> {
        var cost = LinkProbe.measure(communicator, exchanging, nanos);
        yield agreed(merged(order(now, profile), profile, cost), communicator);
      }
    };
  }

  /** Those that backward has completed, as it did; then those that it never came to. */
  private static List<Integer> order(BucketPlan now, BackwardProfile profile) {
    var order = new LinkedHashSet<>(profile.order());
    now.buckets().forEach(order::addAll);
    return List.copyOf(order);
  }

  private BucketPlan merged(List<Integer> order, BackwardProfile profile, ExchangeCost cost) {
    var ready = new ArrayList<MergedGradients.Ready>();
    double latest = 0;
    for (int index : order) {
      latest = Math.max(latest, profile.meanNanos(index));
      ready.add(new MergedGradients.Ready(latest, BucketPlan.bytes(parameters.get(index))));
    }
    var buckets =
        MergedGradients.groups(ready, cost).stream()
            .map(group -> group.stream().map(order::get).toList())
            .toList();
    return new BucketPlan(parameters, buckets);
  }

  /** What rank 0 has found, on all ranks. */
  private BucketPlan agreed(BucketPlan found, Communicator communicator) {
    var bucketOf = new ArrayList<Integer>();
    var order = new ArrayList<Integer>();
    for (int bucket = 0; bucket < found.buckets().size(); bucket++) {
      for (int index : found.buckets().get(bucket)) {
        bucketOf.add(bucket);
        order.add(index);
      }
    }
    bucketOf.addAll(order);
    var words = bucketOf.stream().mapToInt(Integer::intValue).toArray();
    communicator.broadcast(Tensor.of(words), 0);
    var buckets = new TreeMap<Integer, List<Integer>>();
    for (int i = 0; i < words.length / 2; i++) {
      buckets.computeIfAbsent(words[i], _ -> new ArrayList<>()).add(words[words.length / 2 + i]);
    }
    return new BucketPlan(parameters, List.copyOf(buckets.values()));
  }
}
