package io.weft.compression.quantisation;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Promise;

/**
 * Codecs that send one sign for each number, of which the majority of the ranks counts.
 *
 * <p>Payload: ⌈d/8⌉ bytes.
 */
interface Signs extends Codec {
  @Override
  default Promise promise() {
    return Promise.DIRECTION;
  }

  @Override
  default Combining combining() {
    return Combining.VOTE;
  }

  @Override
  default long payloadBytes(long count) {
    return Math.ceilDiv(count, Byte.SIZE);
  }
}
