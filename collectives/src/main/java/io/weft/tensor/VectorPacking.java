package io.weft.tensor;

import io.weft.tensor.PlainPacking.Scaled;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Packing of native memory by the Vector API, with vectors of four lanes whatever the machine has:
 * the layout demands it. What remains after the last whole group, and heap segments, are left to
 * the plain twin. On the cast to native segments see {@link VectorLoop}.
 */
final class VectorPacking implements PackingKernels {
  private static final PlainPacking PLAIN = PlainPacking.SHARED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_128;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_128;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long WIDTH = 16;
  private static final int MAGIC_BITS = Float.floatToIntBits(PlainPacking.MAGIC);

  @Override
  public float largest(MemorySegment floats, long offset, int count) {
    int whole = floats.isNative() ? count / BYTE_GROUP * BYTE_GROUP : 0;
    if (whole == 0) {
      return PLAIN.largest(floats, offset, count);
    }
    var first = FloatVector.zero(FLOATS);
    var second = first;
    for (int i = 0; i < whole; i += 2 * LANES) {
      long at = offset + (long) i * Float.BYTES;
      first = first.max(load(floats, at).abs());
      second = second.max(load(floats, at + WIDTH).abs());
    }
    float largest = first.max(second).reduceLanes(VectorOperators.MAX);
    return PLAIN.largestFrom(whole, largest, floats, offset, count);
  }

  @Override
  public void toBytes(
      MemorySegment floats,
      long floatOffset,
      int count,
      float scale,
      MemorySegment bytes,
      long byteOffset) {
    int whole = floats.isNative() && bytes.isNative() ? count / BYTE_GROUP * BYTE_GROUP : 0;
    for (int i = 0; i < whole; i += BYTE_GROUP) {
      long at = floatOffset + (long) i * Float.BYTES;
      code(floats, at, scale)
          .or(code(floats, at + WIDTH, scale).lanewise(VectorOperators.LSHL, 8))
          .or(code(floats, at + 2 * WIDTH, scale).lanewise(VectorOperators.LSHL, 16))
          .or(code(floats, at + 3 * WIDTH, scale).lanewise(VectorOperators.LSHL, 24))
          .intoMemorySegment(VectorLoop.NATIVE.cast(bytes), byteOffset + i, ORDER);
    }
    if (whole < count) {
      var rest = new Scaled(scale, 1, count);
      PLAIN.toBytesFrom(whole, rest, floats, floatOffset, bytes, byteOffset);
    }
  }

  /** NaN has nothing in its lowest byte. */
  private static IntVector code(MemorySegment floats, long at, float scale) {
    return load(floats, at).div(scale).add(PlainPacking.MAGIC).reinterpretAsInts().and(0xff);
  }

  @Override
  public void addBytes(
      float scale,
      float weight,
      MemorySegment bytes,
      long byteOffset,
      MemorySegment floats,
      long floatOffset,
      int count) {
    boolean fit = floats.isNative() && bytes.isNative();
    int whole = fit ? count / BYTE_GROUP * BYTE_GROUP : 0;
    for (int i = 0; i < whole; i += BYTE_GROUP) {
      var codes =
          IntVector.fromMemorySegment(INTS, VectorLoop.NATIVE.cast(bytes), byteOffset + i, ORDER);
      for (int part = 0; part < LANES; part++) {
        long at = floatOffset + (long) i * Float.BYTES + part * WIDTH;
        var numbers = numbers(codes.lanewise(VectorOperators.LSHL, 24));
        store(floats, at, load(floats, at).add(numbers.mul(scale).mul(weight)));
        codes = codes.lanewise(VectorOperators.LSHR, Byte.SIZE);
      }
    }
    if (whole < count) {
      var rest = new Scaled(scale, weight, count);
      PLAIN.addBytesFrom(whole, rest, bytes, byteOffset, floats, floatOffset);
    }
  }

  /**
   * The codes are the highest bytes of their lanes. Added to the bits of the magic number they make
   * it larger by themselves. Called in one place only: of four, C2 inlines three, and for the last
   * it allocates a vector.
   */
  private static FloatVector numbers(IntVector codes) {
    return codes
        .lanewise(VectorOperators.ASHR, 24)
        .add(MAGIC_BITS)
        .reinterpretAsFloats()
        .sub(PlainPacking.MAGIC);
  }

  @Override
  public void toBits(MemorySegment floats, MemorySegment bits) {
    if (!floats.isNative() || !bits.isNative()) {
      PLAIN.toBits(floats, bits);
      return;
    }
    long whole = floats.byteSize() / Float.BYTES / BIT_GROUP * BIT_GROUP;
    for (long group = 0; group < whole; group += BIT_GROUP) {
      var words = IntVector.zero(INTS);
      for (int bit = 0; bit < Integer.SIZE; bit++) {
        var signs =
            IntVector.fromMemorySegment(
                INTS, VectorLoop.NATIVE.cast(floats), group * Float.BYTES + bit * WIDTH, ORDER);
        words = words.lanewise(VectorOperators.LSHR, 1).or(signs.and(Integer.MIN_VALUE));
      }
      words.intoMemorySegment(VectorLoop.NATIVE.cast(bits), group / Byte.SIZE, ORDER);
    }
    PLAIN.toBitsFrom(whole, floats, bits);
  }

  @Override
  public void addBits(MemorySegment bits, float ifZero, float ifOne, MemorySegment floats) {
    boolean fit = floats.isNative() && bits.isNative();
    long whole = fit ? floats.byteSize() / Float.BYTES / BIT_GROUP * BIT_GROUP : 0;
    var zeros = FloatVector.broadcast(FLOATS, ifZero);
    var ones = FloatVector.broadcast(FLOATS, ifOne);
    for (long group = 0; group < whole; group += BIT_GROUP) {
      var words =
          IntVector.fromMemorySegment(INTS, VectorLoop.NATIVE.cast(bits), group / Byte.SIZE, ORDER);
      for (int bit = 0; bit < Integer.SIZE; bit++) {
        long at = group * Float.BYTES + bit * WIDTH;
        var set = words.lanewise(VectorOperators.LSHL, Integer.SIZE - 1).lt(0);
        store(floats, at, load(floats, at).add(zeros.blend(ones, set.cast(FLOATS))));
        words = words.lanewise(VectorOperators.LSHR, 1);
      }
    }
    PLAIN.addBitsFrom(whole, bits, ifZero, ifOne, floats);
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(FLOATS, VectorLoop.NATIVE.cast(segment), at, ORDER);
  }

  private static void store(MemorySegment segment, long at, FloatVector value) {
    value
        .blend(Float.NaN, value.compare(VectorOperators.NE, value))
        .intoMemorySegment(VectorLoop.NATIVE.cast(segment), at, ORDER);
  }
}
