package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;

/**
 * One rank's part in exchanging the gradients of a bucket in compressed form, step after step. It
 * belongs to one thread at a time. All ranks make the same calls.
 *
 * <p>Where a number is not finite and its codec cannot pass that on, its rank sends zeros instead,
 * so that the others need not wait, and ends each exchange in which that happened with a {@link
 * io.weft.compression.codec.NotFiniteInputException}.
 */
public interface Exchanger {
  /** What ranks do, in words: {@code all-reduce of fp16}. */
  String description();

  /** Makes the gradients of all ranks their sum. */
  default void sum(Moment moment, Tensor gradients, Communicator communicator) {
    combine(moment, gradients, communicator);
    spread(moment, gradients, communicator);
  }

  /**
   * The first half of it: what ranks send of their gradients is put together. Until the second half
   * the gradients are nobody's but the exchanger's.
   */
  void combine(Moment moment, Tensor gradients, Communicator communicator);

  /** The second half: everybody gets the sum. */
  void spread(Moment moment, Tensor gradients, Communicator communicator);

  /** What this rank remembers of its own, for some or all numbers of the bucket. */
  default List<Kept> kept() {
    return List.of();
  }

  /** What all ranks remember alike, by name. */
  default SequencedMap<String, MemorySegment> common() {
    return Collections.emptySortedMap();
  }

  /** Gradients travel as they are. */
  static Exchanger dense() {
    return new Plain("dense");
  }
}
