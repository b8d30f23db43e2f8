package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Looking for large magnitudes in native memory by the Vector API. What is found does not depend on
 * how wide vectors are. On the cast to native segments see {@link VectorLoop}.
 */
final class VectorMagnitudes implements MagnitudeKernels {
  private static final PlainMagnitudes PLAIN = PlainMagnitudes.SHARED;
  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final int LANES = SPECIES.length();

  /** So many vectors that no lane overflows. */
  private static final long RUN = (1L << 20) * LANES;

  @Override
  public long countFrom(MemorySegment floats, int leastKey) {
    if (!floats.isNative()) {
      return PLAIN.countFrom(floats, leastKey);
    }
    long whole = floats.byteSize() / Integer.BYTES / LANES * LANES;
    long count = 0;
    for (long first = 0; first < whole; first += RUN) {
      count += countRun(floats, first, Math.min(first + RUN, whole), leastKey);
    }
    return count + PLAIN.countFrom(whole, floats, leastKey);
  }

  private static long countRun(MemorySegment floats, long first, long end, int leastKey) {
    var below = IntVector.broadcast(SPECIES, leastKey - 1);
    var counts = IntVector.zero(SPECIES);
    for (long i = first; i < end; i += LANES) {
      var reached = below.sub(keys(floats, i)).lanewise(VectorOperators.LSHR, Integer.SIZE - 1);
      counts = counts.add(reached);
    }
    return counts.reduceLanesToLong(VectorOperators.ADD);
  }

  @Override
  public int find(MemorySegment floats, long first, int count, int leastKey, int[] found) {
    int whole = floats.isNative() ? count / LANES * LANES : 0;
    var least = IntVector.broadcast(SPECIES, leastKey);
    int hits = 0;
    for (int i = 0; i < whole; i += LANES) {
      long bits = keys(floats, first + i).compare(VectorOperators.GE, least).toLong();
      for (; bits != 0; bits &= bits - 1) {
        found[hits++] = i + Long.numberOfTrailingZeros(bits);
      }
    }
    for (int i = whole; i < count; i++) {
      if (PlainMagnitudes.key(floats, first + i) >= leastKey) {
        found[hits++] = i;
      }
    }
    return hits;
  }

  private static IntVector keys(MemorySegment floats, long i) {
    return IntVector.fromMemorySegment(
            SPECIES, VectorLoop.NATIVE.cast(floats), i * Integer.BYTES, ORDER)
        .and(PlainMagnitudes.MAGNITUDE);
  }
}
