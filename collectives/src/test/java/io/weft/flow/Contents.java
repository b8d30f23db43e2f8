package io.weft.flow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Memory of all kinds, and bytes that depend on a seed and on their place. */
final class Contents {
  enum Home {
    NATIVE,
    BYTES,
    FLOATS
  }

  private Contents() {}

  static MemorySegment allocate(Home home, long bytes) {
    return switch (home) {
      case NATIVE -> Arena.ofAuto().allocate(bytes);
      case BYTES -> MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
      case FLOATS ->
          MemorySegment.ofArray(new float[Math.toIntExact(Math.ceilDiv(bytes, 4))])
              .asSlice(0, bytes);
    };
  }

  static MemorySegment filled(long seed, long bytes) {
    return fill(allocate(Home.NATIVE, bytes), seed);
  }

  /** Eight bytes at a time, then the rest. */
  static MemorySegment fill(MemorySegment memory, long seed) {
    long words = memory.byteSize() / 8;
    for (long i = 0; i < words; i++) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 8 * i, word(seed, i));
    }
    for (long i = 8 * words; i < memory.byteSize(); i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, (byte) word(seed, i));
    }
    return memory;
  }

  /** Flips the bits of a place that are set in as many bytes: done twice, it is undone. */
  static void flip(MemorySegment place, MemorySegment bytes) {
    for (long i = 0; i < bytes.byteSize(); i++) {
      int bits = place.get(ValueLayout.JAVA_BYTE, i) ^ bytes.get(ValueLayout.JAVA_BYTE, i);
      place.set(ValueLayout.JAVA_BYTE, i, (byte) bits);
    }
  }

  private static long word(long seed, long index) {
    long mixed = (seed + 31 * index) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 32);
  }

  /** Where the memory differs from what {@link #fill} makes of it; negative if nowhere. */
  static long firstDifference(MemorySegment memory, long seed) {
    return memory.mismatch(filled(seed, memory.byteSize()));
  }

  /** The memory, cut at these places. */
  static MemorySegment[] cut(MemorySegment memory, List<Long> places) {
    var parts = new ArrayList<MemorySegment>();
    long start = 0;
    for (long place : places.stream().sorted().toList()) {
      parts.add(memory.asSlice(start, place - start));
      start = place;
    }
    parts.add(memory.asSlice(start));
    return parts.toArray(MemorySegment[]::new);
  }
}
