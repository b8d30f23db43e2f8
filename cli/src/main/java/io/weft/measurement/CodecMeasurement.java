package io.weft.measurement;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.Coding;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.LevelCodec;
import io.weft.compression.codec.Moment;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * How small a compression makes normally distributed numbers, and how quickly, by one thread of
 * this machine. Some tries, of which the fastest counts: an estimate for people and not a
 * benchmark.
 *
 * @param numbers on how many it was measured
 * @param payloadShare bytes of the payload, divided by those of the numbers
 * @param encodeSeconds for all of them
 */
public record CodecMeasurement(
    long numbers, double payloadShare, double encodeSeconds, double decodeSeconds) {
  private static final long NUMBERS_MOST = 1 << 22;
  private static final long NUMBERS_LEAST = 1 << 14;
  private static final int GROWTH = 8;

  /** Long enough for the compiler of the JVM to find out what is run. */
  private static final long SPENT_NANOS = 300_000_000;

  private static final Moment MOMENT = new Moment(1, 0, 1, 0);

  /** What one thing takes. */
  private interface Work {
    void run(Moment moment);
  }

  /** Measures with the tensors of a model, or with the first of them if they are many. */
  public static CodecMeasurement of(Coding coding, List<Extent> tensors, LongSupplier nanos) {
    return switch (coding) {
      case Coding.Single(var codec, _) ->
          growing(count(tensors), count -> single(codec, count, nanos));
      case Coding.Joint(var codec) -> joint(codec, first(tensors), nanos);
      case Coding.Factored _ ->
          throw new IllegalArgumentException("layers give the factors of dad: nothing to measure");
      case Coding.Counted(var codec, _) ->
          growing(count(tensors), count -> counted(codec, count, nanos));
      case Coding.Merged merged ->
          growing(count(tensors), count -> single(merged.local(), count, nanos));
    };
  }

  private static long count(List<Extent> tensors) {
    return tensors.stream().mapToLong(Extent::count).sum();
  }

  private static List<Extent> first(List<Extent> tensors) {
    var some = new ArrayList<Extent>();
    for (var tensor : tensors) {
      if (some.isEmpty() || count(some) + tensor.count() <= NUMBERS_MOST) {
        some.add(tensor);
      }
    }
    return some;
  }

  /** Few numbers at first, as some codecs take long for many. */
  private static CodecMeasurement growing(long most, LongFunction<CodecMeasurement> measuring) {
    long count = Math.min(most, NUMBERS_LEAST);
    var measured = measuring.apply(count);
    while (count < Math.min(most, NUMBERS_MOST)
        && measured.encodeSeconds * 1e9 * GROWTH < SPENT_NANOS) {
      count = Math.min(Math.min(most, NUMBERS_MOST), GROWTH * count);
      measured = measuring.apply(count);
    }
    return measured;
  }

  private static CodecMeasurement single(Codec codec, long count, LongSupplier nanos) {
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(count, arena);
      var input = normal(count, arena);
      var target = arena.allocate(JAVA_FLOAT, count);
      var room = arena.allocate(Math.max(1, codec.payloadBytes(count)));
      var payload = room.asSlice(0, coder.encode(MOMENT, input, room));
      double encode = fastest(moment -> coder.encode(moment, input, room), nanos);
      long written = coder.encode(MOMENT, input, room);
      var last = room.asSlice(0, written);
      double decode = fastest(_ -> coder.decode(MOMENT, last, target), nanos);
      double share = (double) payload.byteSize() / input.byteSize();
      return new CodecMeasurement(count, share, encode, decode);
    }
  }

  /** What a rank does by itself: from numbers to levels and back. */
  private static CodecMeasurement counted(LevelCodec codec, long count, LongSupplier nanos) {
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(count, arena);
      var input = normal(count, arena);
      var levels = arena.allocate(Math.max(1, count)).asSlice(0, count);
      double encode =
          fastest(moment -> coder.levels(moment, coder.scale(moment, input), input, levels), nanos);
      Work decoding =
          _ -> {
            for (long i = 0; i < count; i++) {
              float value = codec.value(codec.outcome(levels.get(JAVA_BYTE, i)), 1, 1);
              input.setAtIndex(JAVA_FLOAT, i, value);
            }
          };
      double share = (double) codec.levels().bytes(count) / Math.max(1, input.byteSize());
      return new CodecMeasurement(count, share, encode, fastest(decoding, nanos));
    }
  }

  private static CodecMeasurement joint(JointCodec codec, List<Extent> some, LongSupplier nanos) {
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(some, arena);
      var input = normal(count(some), arena);
      var target = arena.allocate(input.byteSize(), Float.BYTES);
      long elements = 0;
      var payloads = new ArrayList<MemorySegment>();
      for (int phase = 0; phase < coder.phases(); phase++) {
        elements += coder.elements(MOMENT, phase);
        payloads.add(arena.allocate(JAVA_FLOAT, coder.elements(MOMENT, phase)));
      }
      Work encoding =
          _ -> {
            for (int phase = 0; phase < payloads.size(); phase++) {
              coder.encode(MOMENT, phase, input, payloads.get(phase));
              coder.absorb(MOMENT, phase, payloads.get(phase));
            }
          };
      double encode = fastest(encoding, nanos);
      double decode = fastest(_ -> coder.decode(MOMENT, target), nanos);
      double share = (double) elements * Float.BYTES / input.byteSize();
      return new CodecMeasurement(count(some), share, encode, decode);
    }
  }

  private static double fastest(Work work, LongSupplier nanos) {
    long least = Long.MAX_VALUE;
    long spent = 0;
    for (int i = 0; spent < SPENT_NANOS; i++) {
      long start = nanos.getAsLong();
      work.run(MOMENT.at(MOMENT.step() + i));
      long took = Math.max(1, nanos.getAsLong() - start);
      least = Math.min(least, took);
      spent += took;
    }
    return least / 1e9;
  }

  private static MemorySegment normal(long count, Arena arena) {
    var random = new SplittableRandom(1);
    var numbers = arena.allocate(JAVA_FLOAT, count);
    for (long i = 0; i < count; i++) {
      numbers.setAtIndex(JAVA_FLOAT, i, (float) random.nextGaussian());
    }
    return numbers;
  }
}
