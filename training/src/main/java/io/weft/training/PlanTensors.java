package io.weft.training;

import io.weft.model.BucketPlan;
import io.weft.optimizer.Shard;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is remembered of every parameter, laid out like the buckets of a plan. */
final class PlanTensors {
  private PlanTensors() {}

  /** Zeros, a tensor for each bucket. */
  static List<Tensor> zeros(BucketPlan plan, Arena scratch) {
    var buckets = new ArrayList<Tensor>();
    for (int bucket = 0; bucket < plan.buckets().size(); bucket++) {
      buckets.add(Tensor.of(scratch.allocate(plan.bytesOf(bucket)), ElementType.FP32));
    }
    return buckets;
  }

  /** The same, parameter by parameter, in the buckets of another plan. */
  static List<Tensor> relaid(BucketPlan from, List<Tensor> old, BucketPlan to, Arena scratch) {
    var sources = byParameter(from, old);
    var buckets = zeros(to, scratch);
    byParameter(to, buckets)
        .forEach(
            (index, target) -> {
              var source = sources.get(index);
              if (source != null) {
                target.segment().copyFrom(source.segment());
              }
            });
    return buckets;
  }

  /** The parts of buckets that belong to each parameter, by its index. */
  static Map<Integer, Tensor> byParameter(BucketPlan plan, List<Tensor> buckets) {
    var parameters = new HashMap<Integer, Tensor>();
    for (int bucket = 0; bucket < plan.buckets().size(); bucket++) {
      for (var part : Shard.of(plan, bucket).parts()) {
        int index = plan.buckets().get(bucket).get(part.place());
        parameters.put(index, buckets.get(bucket).slice(part.first(), part.count()));
      }
    }
    return parameters;
  }
}
