package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.collective.Communicator;
import io.weft.compression.codec.BitReader;
import io.weft.compression.codec.BitWriter;
import io.weft.compression.codec.LevelCodec;
import io.weft.compression.codec.LevelCoder;
import io.weft.compression.codec.Levels;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.NotFiniteInputException;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An all-reduce of few bits: every rank is sent the levels of its chunk, adds them up exactly, and
 * tells all the sums, in as many bits as these need.
 *
 * <p>After the first half every rank has the result of its chunk where that lies in the bucket.
 */
final class Counted implements Exchanger {
  /** Some numbers of one run, which has a scale of its own. */
  private record Part(int run, long first, long count) {}

  private final LevelCodec codec;
  private final List<Run> runs;
  private final Gaps gaps;
  private final Refusals refusals;
  private final int rank;
  private final List<LevelCoder> coders = new ArrayList<>();
  private final List<List<Part>> chunks = new ArrayList<>();
  private final Levels sentLevels;
  private final Levels toldLevels;
  private final MemorySegment levels;
  private final float[] scales;
  private final int[] sums;
  private final Payloads sent;
  private final Payloads received;
  private final Payloads told;
  private final BitWriter writer = new BitWriter();
  private final BitReader reader;

  /**
   * One of some ranks.
   *
   * @param lengths of the chunks of a bucket, one for each rank
   * @param runs what of it is counted
   */
  Counted(LevelCodec codec, long[] lengths, List<Run> runs, int rank, Means means) {
    this.codec = codec;
    this.runs = runs;
    this.gaps = means.gaps();
    this.refusals = means.refusals();
    this.rank = rank;
    var arena = means.arena();
    runs.forEach(run -> coders.add(codec.open(run.count(), arena)));
    long first = 0;
    for (long length : lengths) {
      chunks.add(parts(first, first + length));
      first += length;
    }
    this.sentLevels = codec.levels();
    this.toldLevels = codec.outcomes(lengths.length);
    this.levels = Payloads.room(first, arena);
    this.scales = new float[runs.size()];
    long longest = chunks.stream().mapToLong(Counted::numbers).max().orElseThrow();
    this.sums = new int[Math.toIntExact(longest)];
    this.sent = new Payloads(lengths.length, sentLevels.bytes(longest), true, arena);
    this.received = new Payloads(lengths.length, sentLevels.bytes(longest), true, arena);
    this.told = new Payloads(lengths.length, toldLevels.bytes(longest), true, arena);
    this.reader = new BitReader(codec.name());
  }

  private List<Part> parts(long from, long to) {
    var parts = new ArrayList<Part>();
    for (int run = 0; run < runs.size(); run++) {
      long begin = Math.max(from, runs.get(run).first());
      long end = Math.min(to, runs.get(run).end());
      if (begin < end) {
        parts.add(new Part(run, begin, end - begin));
      }
    }
    return parts;
  }

  private static long numbers(List<Part> parts) {
    return parts.stream().mapToLong(Part::count).sum();
  }

  @Override
  public String description() {
    return "all-reduce of %s in %d and %d bits"
        .formatted(codec.name(), sentLevels.bits(), toldLevels.bits());
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    encode(moment, gradients.segment(), communicator);
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      pack(chunks.get(chunk), sent.block(chunk));
    }
    communicator.allToAll(sent.all(), received.all());
    addUp();
    decode(rank, gradients.segment());
  }

  private void encode(Moment moment, MemorySegment bucket, Communicator communicator) {
    for (int run = 0; run < runs.size(); run++) {
      scales[run] = scale(run, at(moment, run), numbers(bucket, run));
    }
    communicator.allReduce(Tensor.of(scales), Reduction.MAX);
    for (int run = 0; run < runs.size(); run++) {
      var own = levels.asSlice(runs.get(run).first(), runs.get(run).count());
      coders.get(run).levels(at(moment, run), scales[run], numbers(bucket, run), own);
    }
  }

  /** What is refused becomes 0. */
  private float scale(int run, Moment moment, MemorySegment numbers) {
    var coder = coders.get(run);
    try {
      return coder.scale(moment, numbers);
    } catch (NotFiniteInputException e) {
      refusals.amend(e, runs.get(run).first(), numbers, coder.state().values());
      return coder.scale(moment, numbers);
    }
  }

  private static Moment at(Moment moment, int run) {
    return Bundle.at(moment, Kept.Side.OWN, 0, run);
  }

  private MemorySegment numbers(MemorySegment bucket, int run) {
    long first = runs.get(run).first();
    return bucket.asSlice(first * Float.BYTES, runs.get(run).count() * Float.BYTES);
  }

  private void pack(List<Part> parts, MemorySegment block) {
    writer.start(block, 0);
    for (var part : parts) {
      for (long i = part.first; i < part.first + part.count; i++) {
        writer.write(sentLevels.code(levels.get(JAVA_BYTE, i)), sentLevels.bits());
      }
    }
    writer.finish();
  }

  private void addUp() {
    int count = (int) numbers(chunks.get(rank));
    Arrays.fill(sums, 0);
    for (int source = 0; source < chunks.size(); source++) {
      reader.start(received.block(source), 0);
      for (int i = 0; i < count; i++) {
        sums[i] += sentLevels.level(reader.read(sentLevels.bits()), codec.name());
      }
    }
    writer.start(told.block(rank), 0);
    for (int i = 0; i < count; i++) {
      writer.write(toldLevels.code(codec.outcome(sums[i])), toldLevels.bits());
    }
    writer.finish();
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    communicator.allGather(told.all());
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      decode(chunk, gradients.segment());
    }
  }

  private void decode(int chunk, MemorySegment bucket) {
    reader.start(told.block(chunk), 0);
    for (var part : chunks.get(chunk)) {
      for (long i = part.first; i < part.first + part.count; i++) {
        int outcome = toldLevels.level(reader.read(toldLevels.bits()), codec.name());
        float value = codec.value(outcome, scales[part.run], chunks.size());
        bucket.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, value);
      }
      var decoded = bucket.asSlice(part.first * Float.BYTES, part.count * Float.BYTES);
      gaps.clear(decoded, part.first);
    }
  }

  @Override
  public List<Kept> kept() {
    var kept = new ArrayList<Kept>();
    for (int run = 0; run < runs.size(); run++) {
      long first = runs.get(run).first();
      coders
          .get(run)
          .state()
          .forEach((name, numbers) -> kept.add(new Kept(name, Kept.Side.OWN, first, numbers)));
    }
    return kept;
  }
}
