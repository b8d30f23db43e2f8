package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.Locale;

/** Whose memory a benchmark works on. */
public enum BufferSource {
  /** The caller's, of which ranks that share memory make copies. */
  OWN,
  /** That of {@link Communicator#allocate}, which peers of the host reach in place. */
  ALLOCATED;

  private static final long ALIGNMENT = 64;

  /**
   * A tensor of zeros.
   *
   * @param arena where the caller's memory comes from
   */
  Tensor tensor(Communicator communicator, ElementType type, long count, Arena arena) {
    return switch (this) {
      case OWN -> new Tensor(arena.allocate(count * type.byteCount(), ALIGNMENT), type, count);
      case ALLOCATED -> communicator.allocate(type, count);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
