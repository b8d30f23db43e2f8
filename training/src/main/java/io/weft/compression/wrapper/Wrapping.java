package io.weft.compression.wrapper;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Promise;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A codec around a codec, as which it counts in everything that it does not say otherwise. */
sealed interface Wrapping extends Codec permits ErrorFeedback, MomentumCorrection, Lossless {
  Codec codec();

  @Override
  default String name() {
    return codec().name();
  }

  @Override
  default Promise promise() {
    return codec().promise();
  }

  @Override
  default Combining combining() {
    return codec().combining();
  }

  @Override
  default long payloadBytes(long count) {
    return codec().payloadBytes(count);
  }

  @Override
  default boolean fixed() {
    return codec().fixed();
  }

  @Override
  default boolean sparse() {
    return codec().sparse();
  }

  /** What is inside, with other names where those are taken by what is outside. */
  static SequencedMap<String, MemorySegment> joined(
      SequencedMap<String, MemorySegment> inside, SequencedMap<String, MemorySegment> outside) {
    var state = new LinkedHashMap<>(outside);
    inside.forEach((name, memory) -> state.put(free(name, state), memory));
    return state;
  }

  private static String free(String name, SequencedMap<String, MemorySegment> taken) {
    return taken.containsKey(name) ? free("inner-" + name, taken) : name;
  }
}
