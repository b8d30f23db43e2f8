package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.NotFiniteInputException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Coders of some numbers of a bucket, whose payloads travel one after the other. Where the length
 * of a payload depends on the data it is written before it.
 */
final class Bundle {
  /** Some numbers that are encoded together, and how. */
  record Item(long first, long count, Codec codec) {
    boolean isFixed() {
      return codec.fixed();
    }

    /** The same where numbers are counted from another one on. */
    Item from(long number) {
      return new Item(first - number, count, codec);
    }

    /** What of it lies among some numbers of the bucket, if anything does. */
    Optional<Item> within(long from, long length) {
      long begin = Math.max(first, from);
      long end = Math.min(first + count, from + length);
      return begin < end ? Optional.of(new Item(begin, end - begin, codec)) : Optional.empty();
    }

    long headerBytes() {
      return isFixed() ? 0 : Long.BYTES;
    }

    long bytesMost() {
      return headerBytes() + codec.payloadBytes(count);
    }
  }

  private record Part(Item item, Coder coder) {
    MemorySegment of(MemorySegment bucket) {
      return bucket.asSlice(item.first * Float.BYTES, item.count * Float.BYTES);
    }
  }

  /** Beyond so many parts or ranks some of them would draw the same random numbers. */
  private static final int PARTS = 1 << 10;

  private static final int RANKS = 1 << 10;

  private final List<Part> parts = new ArrayList<>();
  private final Kept.Side side;
  private final int place;
  private final Gaps gaps;
  private final Refusals refusals;
  private final long bytesMost;
  private final boolean fixed;

  /**
   * Opens coders that live as long as the arena of their means.
   *
   * @param place which bundle this is of those of the ranks on its side of the exchange
   */
  Bundle(List<Item> items, Kept.Side side, int place, Means means) {
    for (var item : items) {
      parts.add(new Part(item, item.codec.open(item.count, means.arena())));
    }
    this.side = side;
    this.place = place;
    this.gaps = means.gaps();
    this.refusals = means.refusals();
    this.bytesMost = items.stream().mapToLong(Item::bytesMost).sum();
    this.fixed = items.stream().allMatch(Item::isFixed);
  }

  /** How long the payload is, or at most is. */
  long bytesMost() {
    return bytesMost;
  }

  /** Whether its length does not depend on the data. */
  boolean isFixed() {
    return fixed;
  }

  /**
   * Encodes numbers of a bucket, and says how long the payload is. What is refused becomes 0 there.
   */
  long encode(Moment moment, MemorySegment bucket, MemorySegment payload) {
    long at = 0;
    for (int i = 0; i < parts.size(); i++) {
      var part = parts.get(i);
      long header = part.item.headerBytes();
      var rest = payload.asSlice(at + header);
      long length = encode(part, at(moment, i), part.of(bucket), rest);
      part.coder.state().values().forEach(memory -> gaps.clear(memory, part.item.first));
      if (header > 0) {
        payload.set(JAVA_LONG_UNALIGNED, at, length);
      }
      at += header + length;
    }
    return at;
  }

  private long encode(Part part, Moment moment, MemorySegment numbers, MemorySegment payload) {
    try {
      return part.coder.encode(moment, numbers, payload);
    } catch (NotFiniteInputException e) {
      refusals.amend(e, part.item.first, numbers, part.coder.state().values());
      return part.coder.encode(moment, numbers, payload);
    }
  }

  /** Adds what a payload stands for to numbers of a bucket. */
  void accumulate(Moment moment, MemorySegment payload, MemorySegment bucket) {
    long at = 0;
    for (int i = 0; i < parts.size(); i++) {
      var part = parts.get(i);
      var own = ownOf(payload, at, part.item);
      part.coder.accumulate(at(moment, i), own, 1, part.of(bucket));
      gaps.clear(part.of(bucket), part.item.first);
      at += part.item.headerBytes() + own.byteSize();
    }
  }

  /** Overwrites numbers of a bucket with what a payload stands for. */
  void decode(Moment moment, MemorySegment payload, MemorySegment bucket) {
    long at = 0;
    for (int i = 0; i < parts.size(); i++) {
      var part = parts.get(i);
      var own = ownOf(payload, at, part.item);
      part.coder.decode(at(moment, i), own, part.of(bucket));
      gaps.clear(part.of(bucket), part.item.first);
      at += part.item.headerBytes() + own.byteSize();
    }
  }

  /** Sets the numbers that are encoded here to 0. */
  void clear(MemorySegment bucket) {
    parts.forEach(part -> part.of(bucket).fill((byte) 0));
  }

  /** Other numbers in the same step draw other random numbers. */
  private Moment at(Moment moment, int part) {
    return at(moment, side, place, part);
  }

  /** Where in a step a part of a bundle is encoded. */
  static Moment at(Moment moment, Kept.Side side, int place, int part) {
    int bundle = (2 * moment.stage() + (side == Kept.Side.OWN ? 0 : 1)) * RANKS + place;
    return new Moment(moment.seed(), moment.rank(), moment.step(), bundle * PARTS + part);
  }

  private static MemorySegment ownOf(MemorySegment payload, long at, Item item) {
    if (item.isFixed()) {
      return slice(payload, at, item.codec.payloadBytes(item.count), item);
    }
    long length = slice(payload, at, Long.BYTES, item).get(JAVA_LONG_UNALIGNED, 0);
    return slice(payload, at + Long.BYTES, length, item);
  }

  private static MemorySegment slice(MemorySegment payload, long at, long length, Item item) {
    if (length < 0 || length > payload.byteSize() - at) {
      throw new MalformedPayloadException(
          item.codec.name(),
          "claims %d bytes of the %d that are left".formatted(length, payload.byteSize() - at));
    }
    return payload.asSlice(at, length);
  }

  /** What its coders remember. */
  List<Kept> kept() {
    var kept = new ArrayList<Kept>();
    for (var part : parts) {
      part.coder
          .state()
          .forEach((name, numbers) -> kept.add(new Kept(name, side, part.item.first, numbers)));
    }
    return kept;
  }
}
