package io.weft.compression.codec;

import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.SequencedMap;

/**
 * One rank's part in a compression that ranks do together. In each step, for each phase in turn:
 * {@link #encode}, an all-reduce of the payload as fp32, {@link #absorb}; then {@link #decode} and,
 * with error feedback, {@link #retire} or, in the next step, {@link #carryOver}. It belongs to one
 * thread at a time and allocates nothing per call.
 */
public interface JointCoder {
  int phases();

  /** How many floats the payload of a phase has. */
  long elements(Moment moment, int phase);

  /**
   * Writes the payload of a phase.
   *
   * @param input the same in all phases of a step; it stays as it is
   */
  void encode(Moment moment, int phase, MemorySegment input, MemorySegment payload);

  /** Takes in what the payloads of all ranks add up to, which is the same on all ranks. */
  void absorb(Moment moment, int phase, MemorySegment sum);

  /** Overwrites the target with the sum of what all ranks contributed. */
  void decode(Moment moment, MemorySegment target);

  /**
   * Subtracts from the target what this rank contributed last. The contributions of all ranks add
   * up to what is decoded, as far as rounding allows.
   */
  void retire(MemorySegment target);

  /**
   * Does what a step with error feedback begins with: {@link #retire}s what was contributed to the
   * step before from its input, adds the new one, and {@link #encode}s that in the first phase. A
   * coder may do so in one go through memory, with the same bits.
   *
   * @param rest the input of the step before, which becomes that of this step
   */
  default void carryOver(
      Moment moment, MemorySegment rest, MemorySegment input, MemorySegment payload) {
    retire(rest);
    Kernels.best().reduce(ElementType.FP32, Reduction.SUM, rest, input, rest);
    encode(moment, 0, rest, payload);
  }

  /**
   * What a checkpoint must hold, by name, to be read and overwritten in place, before the next step
   * and not later.
   */
  default SequencedMap<String, MemorySegment> state() {
    return Collections.emptySortedMap();
  }
}
