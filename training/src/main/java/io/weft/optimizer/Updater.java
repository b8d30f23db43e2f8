package io.weft.optimizer;

import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * The optimizer of one shard, with what it remembers. Used by one thread at a time.
 *
 * <p>One step is: {@link #measure}; if there are {@link #sums}, their sum over all shards of the
 * bucket is put in their place; {@link #update}. All three on the same memory.
 */
public interface Updater {
  /**
   * What this shard adds to the sums that all shards of the bucket must agree on, as FP64: the same
   * number of them on each. None where every element is by itself.
   */
  default Tensor sums() {
    return Tensor.of(MemorySegment.NULL, ElementType.FP64);
  }

  /**
   * Fills {@link #sums}. It may change what is remembered, and may turn the gradients into
   * something that {@link #update} needs.
   *
   * @param step counted from 1
   */
  default void measure(Tensor parameters, Tensor gradients, long step) {}

  /**
   * Changes the parameters. The gradients may hold anything afterwards.
   *
   * @param rate of this step
   * @param step counted from 1
   */
  void update(Tensor parameters, Tensor gradients, double rate, long step);

  /**
   * What is remembered, by name: FP32, as many elements as the shard has, zero before the first
   * step. To restore an updater, write to it what was read from it.
   */
  Map<String, Tensor> state();
}
