package io.weft.compression.codec;

import java.lang.foreign.Arena;
import java.util.List;

/**
 * A compression that ranks do together: what is sent in a phase may depend on the sum of what all
 * ranks sent in the phase before.
 */
public interface JointCodec {
  /** As in a strategy line. */
  String name();

  /** What the sum that is decoded promises about the sum of the inputs. */
  Promise promise();

  /** Whether ranks send less than the numbers themselves, which else travel as they are. */
  default boolean pays(List<Extent> tensors) {
    return true;
  }

  /**
   * A coder for a bucket of tensors that lie one after the other.
   *
   * @param arena owns what the coder keeps from step to step
   */
  JointCoder open(List<Extent> tensors, Arena arena);
}
