package io.weft.compression.wrapper;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.compression.codec.BitReader;
import io.weft.compression.codec.BitWriter;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Gaps;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Positioned;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SequencedMap;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Packs and unpacks. With gaps: the number of lower bits (1 byte), how many positions there are and
 * how long the rest is (4 bytes each), the gaps, and what stood before and after the positions.
 */
final class LosslessCoder implements Coder {
  private static final byte RAW = 0;
  private static final byte GAPS = 1;
  private static final byte HUFFMAN = 2;
  private static final long GAPS_HEADER = 10;

  private final Codec codec;
  private final long count;
  private final Coder inner;
  private final MemorySegment plain;
  private final BitWriter writer = new BitWriter();
  private final BitReader reader;
  private final Deflater deflater = new Deflater(1, true);
  private final Inflater inflater = new Inflater(true);

  LosslessCoder(Codec codec, long count, Arena arena) {
    this.codec = codec;
    this.count = Operands.count(codec.name(), count);
    this.inner = codec.open(count, arena);
    this.plain = arena.allocate(codec.payloadBytes(count));
    this.reader = new BitReader(codec.name());
    this.deflater.setStrategy(Deflater.HUFFMAN_ONLY);
    this.deflater.deflate(new byte[1]); // Or the next call would do nothing but take it up.
  }

  @Override
  public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
    Operands.checkNumbers(codec.name(), count, input);
    if (payload.byteSize() < 1 + plain.byteSize()) {
      throw new IllegalArgumentException(
          "lossless of %s needs room for %d bytes and got %d"
              .formatted(codec.name(), 1 + plain.byteSize(), payload.byteSize()));
    }
    var written = plain.asSlice(0, inner.encode(moment, input, plain));
    long packed =
        inner instanceof Positioned positioned
            ? packGaps(positioned, written, payload)
            : packBytes(written, payload);
    if (packed > 0) {
      return packed;
    }
    payload.set(JAVA_BYTE, 0, RAW);
    MemorySegment.copy(written, 0, payload, 1, written.byteSize());
    return 1 + written.byteSize();
  }

  /** Returns 0 if it does not pay. */
  private long packGaps(Positioned layout, MemorySegment written, MemorySegment payload) {
    long entries = layout.positionsCount(written);
    long first = layout.positionsOffset();
    var positions = written.asSlice(first, entries * Integer.BYTES);
    int lowBits = Gaps.lowBits(entries, count);
    long gapBytes = Math.ceilDiv(Gaps.bits(positions, lowBits), Byte.SIZE);
    long rest = written.byteSize() - positions.byteSize();
    long packed = GAPS_HEADER + gapBytes + rest;
    if (packed > written.byteSize()) {
      return 0;
    }
    payload.set(JAVA_BYTE, 0, GAPS);
    payload.set(JAVA_BYTE, 1, (byte) lowBits);
    payload.set(JAVA_INT_UNALIGNED, 2, (int) entries);
    payload.set(JAVA_INT_UNALIGNED, 6, (int) rest);
    writer.start(payload, GAPS_HEADER);
    Gaps.write(positions, lowBits, writer);
    long at = writer.finish();
    MemorySegment.copy(written, 0, payload, at, first);
    long after = first + positions.byteSize();
    MemorySegment.copy(written, after, payload, at + first, written.byteSize() - after);
    return packed;
  }

  private long packBytes(MemorySegment written, MemorySegment payload) {
    deflater.reset();
    deflater.setInput(written.asByteBuffer());
    deflater.finish();
    int packed = deflater.deflate(payload.asSlice(1).asByteBuffer());
    payload.set(JAVA_BYTE, 0, HUFFMAN);
    return deflater.finished() && packed < written.byteSize() ? 1L + packed : 0;
  }

  @Override
  public void accumulate(Moment moment, MemorySegment payload, float weight, MemorySegment target) {
    inner.accumulate(moment, unpacked(payload), weight, target);
  }

  @Override
  public void decode(Moment moment, MemorySegment payload, MemorySegment target) {
    inner.decode(moment, unpacked(payload), target);
  }

  private MemorySegment unpacked(MemorySegment payload) {
    if (payload.byteSize() == 0) {
      throw malformed("is empty");
    }
    return switch (payload.get(JAVA_BYTE, 0)) {
      case RAW -> payload.asSlice(1);
      case GAPS -> unpackGaps(payload);
      case HUFFMAN -> unpackBytes(payload);
      default -> throw malformed("is packed in an unknown way");
    };
  }

  private MemorySegment unpackGaps(MemorySegment payload) {
    if (payload.byteSize() < GAPS_HEADER || !(inner instanceof Positioned layout)) {
      throw malformed("has no positions");
    }
    int lowBits = payload.get(JAVA_BYTE, 1);
    long entries = payload.get(JAVA_INT_UNALIGNED, 2);
    long rest = payload.get(JAVA_INT_UNALIGNED, 6);
    long first = layout.positionsOffset();
    long size = entries * Integer.BYTES + rest;
    if (lowBits < 0 || lowBits > 31 || entries < 0 || rest < first || size > plain.byteSize()) {
      throw malformed("announces %d positions and %d more bytes".formatted(entries, rest));
    }
    var positions = plain.asSlice(first, entries * Integer.BYTES);
    reader.start(payload, GAPS_HEADER);
    Gaps.read(codec.name(), reader, lowBits, positions);
    if (reader.offset() + rest != payload.byteSize()) {
      throw malformed("has %d bytes, not %d".formatted(payload.byteSize(), reader.offset() + rest));
    }
    MemorySegment.copy(payload, reader.offset(), plain, 0, first);
    long after = first + positions.byteSize();
    MemorySegment.copy(payload, reader.offset() + first, plain, after, rest - first);
    return plain.asSlice(0, size);
  }

  private MemorySegment unpackBytes(MemorySegment payload) {
    inflater.reset();
    inflater.setInput(payload.asSlice(1).asByteBuffer());
    try {
      int size = inflater.inflate(plain.asByteBuffer());
      if (!inflater.finished() || inflater.getRemaining() > 0) {
        throw malformed("does not end where it should");
      }
      return plain.asSlice(0, size);
    } catch (DataFormatException e) {
      throw malformed("cannot be unpacked (%s)".formatted(e.getMessage()));
    }
  }

  private MalformedPayloadException malformed(String what) {
    return new MalformedPayloadException(codec.name(), what);
  }

  @Override
  public SequencedMap<String, MemorySegment> state() {
    return inner.state();
  }
}
