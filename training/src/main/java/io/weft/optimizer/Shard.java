package io.weft.optimizer;

import io.weft.model.BucketPlan;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * A contiguous slice of a bucket.
 *
 * @param count of its elements
 * @param parameters how many the whole bucket has
 * @param parts which parameters lie in it, in order; what lies between them is zero
 */
public record Shard(long count, int parameters, List<Part> parts) {
  private static final int ALIGNMENT = 64;

  /**
   * The elements of one parameter that lie in a shard.
   *
   * @param place of the parameter in its bucket
   * @param name of the parameter
   * @param first where they begin, counted from the beginning of the shard
   * @param vector whether the parameter has one dimension, or none
   */
  public record Part(int place, String name, long first, long count, boolean vector) {
    Tensor of(Tensor shard) {
      return shard.slice(first, count);
    }
  }

  public Shard {
    parts = List.copyOf(parts);
    for (var part : parts) {
      if (part.place() < 0 || part.place() >= parameters || part.first() + part.count() > count) {
        throw new IllegalArgumentException(
            "%s lies outside a shard of %d elements of %d parameters"
                .formatted(part, count, parameters));
      }
    }
  }

  /** All of a bucket. */
  public static Shard of(BucketPlan plan, int bucket) {
    return of(plan, bucket, 0, plan.bytesOf(bucket) / Float.BYTES);
  }

  /** The elements of a bucket from {@code first} on, {@code count} of them. */
  public static Shard of(BucketPlan plan, int bucket, long first, long count) {
    var indices = plan.buckets().get(bucket);
    var parts = new ArrayList<Part>();
    long begin = 0;
    for (int place = 0; place < indices.size(); place++) {
      var parameter = plan.parameters().get(indices.get(place));
      long from = Math.max(begin, first);
      long to = Math.min(begin + parameter.count(), first + count);
      if (from < to) {
        boolean vector = parameter.shape().size() < 2;
        parts.add(new Part(place, parameter.name(), from - first, to - from, vector));
      }
      begin += BucketPlan.bytes(parameter) / Float.BYTES;
    }
    if (first < 0 || count < 0 || first + count > begin) {
      throw new IllegalArgumentException(
          "elements %d to %d lie outside bucket %d, which has %d"
              .formatted(first, first + count, bucket, begin));
    }
    return new Shard(count, indices.size(), parts);
  }

  /** Zeros, one for each element. */
  Tensor remember(Arena arena) {
    return Tensor.of(arena.allocate(count * Float.BYTES, ALIGNMENT), ElementType.FP32);
  }

  /** Refuses what is not a slice of this shard's length. */
  void check(Tensor parameters, Tensor gradients) {
    check("parameters", parameters);
    check("gradients", gradients);
  }

  private void check(String what, Tensor found) {
    if (found.type() != ElementType.FP32 || found.count() != count) {
      throw new IllegalArgumentException(
          "the %s are %d elements of %s and the shard has %d of fp32: give the same slice"
              .formatted(what, found.count(), found.type().label(), count));
    }
  }
}
