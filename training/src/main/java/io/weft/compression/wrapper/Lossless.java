package io.weft.compression.wrapper;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Extent;
import java.lang.foreign.Arena;
import java.util.Optional;

/**
 * The payload of a codec, packed without loss where that makes it smaller: positions as differences
 * in few bits, other payloads by Huffman's code. Packed payloads cannot be added up.
 *
 * <p>Payload: at most 1 byte more than that of the codec; the first says how it is packed.
 */
public record Lossless(Codec codec) implements Wrapping {
  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public long payloadBytes(long count) {
    return 1 + codec.payloadBytes(count);
  }

  @Override
  public boolean fixed() {
    return false;
  }

  @Override
  public Codec fitted(Extent tensor) {
    return new Lossless(codec.fitted(tensor));
  }

  @Override
  public Optional<Codec> clipped(float rmsMax) {
    return codec.clipped(rmsMax).map(Lossless::new);
  }

  @Override
  public Codec forgetful() {
    return new Lossless(codec.forgetful());
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new LosslessCoder(codec, count, arena);
  }
}
