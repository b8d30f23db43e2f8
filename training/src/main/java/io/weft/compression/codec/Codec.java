package io.weft.compression.codec;

import java.lang.foreign.Arena;
import java.util.Optional;

/**
 * A way to turn 32-bit floats into fewer bytes and back. A value: what changes from step to step is
 * in the {@link Coder} that it opens.
 */
public interface Codec {
  /** As in a strategy line. */
  String name();

  /** What decoding what was encoded promises. */
  Promise promise();

  /** How the payloads of several ranks become one result. */
  Combining combining();

  /**
   * How long the payload of so many numbers is, where that is {@link #fixed}, and otherwise the
   * most that it can be.
   */
  long payloadBytes(long count);

  /** Whether payloads of the same number of floats are equally long, whatever their values. */
  default boolean fixed() {
    return true;
  }

  /** Whether some numbers are left out, which then decode to 0. */
  default boolean sparse() {
    return false;
  }

  /** The same without what a rank remembers of its own inputs: it decodes what this encodes. */
  default Codec forgetful() {
    return this;
  }

  /**
   * The same for gradients that every rank clips before it does anything else with them, if the
   * codec demands that: what it piles up must not be clipped afterwards.
   *
   * @param rmsMax the root of the mean square that is not clipped yet
   */
  default Optional<Codec> clipped(float rmsMax) {
    return Optional.empty();
  }

  /** The same for tensors of a shape, where shapes matter. */
  default Codec fitted(Extent tensor) {
    return this;
  }

  /**
   * A coder for runs of {@code count} floats.
   *
   * @param arena owns what the coder keeps from step to step
   */
  Coder open(long count, Arena arena);
}
