package io.weft.model;

import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where a model lies: for each bucket one piece of off-heap memory with its parameters and one with
 * its gradients, laid out alike; the frozen parameters and the buffers each by themselves. Zeros
 * align and fill, and stay zero: whatever is done to all of a bucket does them no harm.
 */
public final class ModelMemory implements AutoCloseable {
  private final Arena arena;
  private final BucketPlan plan;
  private final List<MemorySegment> parameters;
  private final List<MemorySegment> gradients;
  private final Map<Integer, MemorySegment> frozen = new HashMap<>();
  private final List<Tensor> buffers;

  public ModelMemory(BucketPlan plan, List<ModelBuffer> buffers) {
    this(plan, buffers, Arena.ofShared());
  }

  /** The same, but freed when nothing refers to it any more; it is not closed. */
  public static ModelMemory collected(BucketPlan plan, List<ModelBuffer> buffers) {
    return new ModelMemory(plan, buffers, Arena.ofAuto());
  }

  private ModelMemory(BucketPlan plan, List<ModelBuffer> buffers, Arena arena) {
    this.arena = arena;
    this.plan = plan;
    this.parameters = allocateBuckets();
    this.gradients = allocateBuckets();
    for (int index = 0; index < plan.parameters().size(); index++) {
      var parameter = plan.parameters().get(index);
      if (!parameter.trained()) {
        frozen.put(index, allocate(parameter.count() * Float.BYTES));
      }
    }
    this.buffers =
        buffers.stream().map(buffer -> floats(allocate(buffer.count() * Float.BYTES))).toList();
  }

  private List<MemorySegment> allocateBuckets() {
    return IntStream.range(0, plan.buckets().size())
        .mapToObj(bucket -> allocate(plan.bytesOf(bucket)))
        .toList();
  }

  private MemorySegment allocate(long bytes) {
    return arena.allocate(bytes, BucketPlan.ALIGNMENT);
  }

  private static Tensor floats(MemorySegment segment) {
    return Tensor.of(segment, ElementType.FP32);
  }

  public BucketPlan plan() {
    return plan;
  }

  /** All parameters of a bucket. */
  public Tensor parametersOf(int bucket) {
    return floats(parameters.get(bucket));
  }

  /** All gradients of a bucket. */
  public Tensor gradientsOf(int bucket) {
    return floats(gradients.get(bucket));
  }

  /** One parameter, by its index. */
  public Tensor parameter(int index) {
    var alone = frozen.get(index);
    return alone == null ? slice(parameters, index) : floats(alone);
  }

  /** The gradient of one trained parameter, by its index. */
  public Tensor gradient(int index) {
    return slice(gradients, index);
  }

  /** One buffer, by its index. */
  public Tensor buffer(int index) {
    return buffers.get(index);
  }

  private Tensor slice(List<MemorySegment> buckets, int index) {
    for (int bucket = 0; bucket < plan.buckets().size(); bucket++) {
      long offset = 0;
      for (int other : plan.buckets().get(bucket)) {
        var parameter = plan.parameters().get(other);
        if (other == index) {
          return floats(buckets.get(bucket).asSlice(offset, parameter.count() * Float.BYTES));
        }
        offset += BucketPlan.bytes(parameter);
      }
    }
    throw new IllegalArgumentException(
        "%s is frozen and has no gradient".formatted(plan.parameters().get(index).name()));
  }

  /** Frees it; the model must have been closed before. */
  @Override
  public void close() {
    arena.close();
  }
}
