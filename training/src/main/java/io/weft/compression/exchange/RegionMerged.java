package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.collective.Communicator;
import io.weft.compression.Coding;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.sparsification.Entries;
import io.weft.compression.sparsification.Selection;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Each rank selects its k largest numbers and sends them to the ranks of their regions, which add
 * them up in rank order; the k largest sums are then spread to all (Ok-Topk; Li and Hoefler,
 * Near-Optimal Sparse Allreduce for Distributed Deep Learning, 2022, algorithm 1). Thresholds are
 * found exactly every so many steps and reused in between, regions are agreed on less often.
 *
 * <p>Unlike there, a threshold that no longer selects from k/2 to 2k is found anew at once, and
 * what ranks spread is as long as the longest of them instead of evened out before.
 *
 * <p>Bytes: about 8k to send, and 8k to be told; 8 for each sum where a threshold is found.
 */
final class RegionMerged implements Exchanger {
  /** Steps after which thresholds are found anew. */
  private static final int THRESHOLD_STEPS = 32;

  /** Steps after which regions are agreed on anew. */
  private static final int REGION_STEPS = 64;

  /** Lengths are multiples of so much of k, so that ranks need not plan every exchange anew. */
  private static final long GRAINS = 32;

  private final String name;
  private final int rank;
  private final int ranks;
  private final long k;
  private final long count;
  private final Unsent unsent;
  private final Selection selection = new Selection();
  private final Regions regions;

  /** That of each rank for its own numbers, then that for sums; 0 while there is none. */
  private final MemorySegment thresholds;

  private final Entries own;
  private final Entries other;
  private final Entries result;
  private final Payloads sent;
  private final Payloads received;
  private final Arena arena;
  private Entries sums;
  private Entries added;
  private MemorySegment room;

  /** One of some ranks, for a bucket of so many numbers. */
  RegionMerged(Coding.Merged coding, long count, int rank, int ranks, Arena arena) {
    this.name = coding.merging().label();
    this.rank = rank;
    this.ranks = ranks;
    this.k = coding.density().of(count);
    this.count = count;
    this.unsent = Unsent.of(coding.feedback(), count, arena);
    this.regions = new Regions(ranks, Math.toIntExact(count), arena.allocate(JAVA_INT, ranks + 1));
    this.thresholds = arena.allocate(JAVA_FLOAT, ranks + 1);
    this.own = new Entries(name, most(), count);
    this.other = new Entries(name, most(), count);
    this.sums = new Entries(name, count, count);
    this.added = new Entries(name, count, count);
    this.result = new Entries(name, count, count);
    long bytes = Integer.BYTES + most() * Entries.BYTES;
    this.sent = new Payloads(ranks, bytes, false, arena);
    this.received = new Payloads(ranks, bytes, false, arena);
    this.arena = arena;
    this.room = Payloads.room(0, arena);
  }

  private long most() {
    return 2 * k;
  }

  private long fewest() {
    return Math.ceilDiv(k, 2);
  }

  @Override
  public String description() {
    return "all-to-all and all-gather of %s by regions".formatted(name);
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    float threshold = select(moment, unsent.with(gradients.segment()));
    if (moment.step() % REGION_STEPS == 0 || !regions.areAgreed()) {
      regions.agree(own, communicator);
    }
    long[] all = told(cut(), Float.floatToRawIntBits(threshold), communicator);
    long longest = 0;
    for (int other = 0; other < ranks; other++) {
      longest = Math.max(longest, all[2 * other]);
      thresholds.setAtIndex(JAVA_FLOAT, other, Float.intBitsToFloat((int) all[2 * other + 1]));
    }
    long block = sent.rounded(longest);
    sent.moveTogether(block);
    communicator.allToAll(sent.all(block), received.all(block));
    addUp(block);
  }

  /** Selects about the k largest, and says from which magnitude on. */
  private float select(Moment moment, MemorySegment numbers) {
    float last = thresholds.getAtIndex(JAVA_FLOAT, rank);
    boolean reused =
        moment.step() % THRESHOLD_STEPS != 0
            && last > 0
            && selection.from(last, fewest(), most(), numbers, own);
    return reused ? last : selection.largest(numbers, k, own);
  }

  /** Two numbers of each rank. */
  private long[] told(long one, long other, Communicator communicator) {
    long[] mine = {one, other};
    var all = new long[2 * ranks];
    communicator.allGather(Tensor.of(mine), Tensor.of(all));
    return all;
  }

  /** Writes what goes to each rank, and says how long the longest is. */
  private long cut() {
    long longest = 0;
    int from = 0;
    for (int target = 0; target < ranks; target++) {
      int to = from;
      while (to < own.count() && own.position(to) < regions.bound(target + 1)) {
        to++;
      }
      longest = Math.max(longest, write(own, from, to - from, sent.block(target)));
      from = to;
    }
    return longest;
  }

  private static long write(Entries entries, int first, int some, MemorySegment target) {
    target.set(JAVA_INT_UNALIGNED, 0, some);
    return Integer.BYTES + entries.write(first, some, target.asSlice(Integer.BYTES));
  }

  private void addUp(long block) {
    sums.clear();
    for (int source = 0; source < ranks; source++) {
      var list = received.block(source, block);
      other.read(list.get(JAVA_INT_UNALIGNED, 0), list.asSlice(Integer.BYTES));
      added.sum(sums, other);
      var last = sums;
      sums = added;
      added = last;
    }
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    float last = thresholds.getAtIndex(JAVA_FLOAT, ranks);
    long[] all = told(sums.count(), selection.countFrom(last, sums), communicator);
    long reached = 0;
    for (int source = 0; source < ranks; source++) {
      reached += all[2 * source + 1];
    }
    boolean reused =
        moment.step() % THRESHOLD_STEPS != 0
            && last > 0
            && reached >= fewest()
            && reached <= most();
    if (reused) {
      selection.keepFrom(last, sums);
    }
    gather(all, reused ? 1 : 0, communicator);
    if (!reused) {
      thresholds.setAtIndex(JAVA_FLOAT, ranks, selection.keepLargest(result, k));
    }
    end(gradients.segment());
  }

  /** Makes the result what all ranks spread, of which each has said how much it is. */
  private void gather(long[] told, int which, Communicator communicator) {
    long longest = 0;
    for (int source = 0; source < ranks; source++) {
      longest = Math.max(longest, checked(told[2 * source + which]));
    }
    long grain = Math.ceilDiv(k, GRAINS);
    long block = Math.ceilDiv(longest, grain) * grain * Entries.BYTES;
    if (room.byteSize() < ranks * block) {
      room = Payloads.room(2L * ranks * block, arena);
    }
    sums.write(0, sums.count(), room.asSlice(rank * block, block));
    communicator.allGather(Tensor.of(room.asSlice(0, ranks * block), ElementType.INT8));
    result.clear();
    for (int source = 0; source < ranks; source++) {
      result.append(told[2 * source + which], room.asSlice(source * block, block));
    }
  }

  /** Before there is room for so many. */
  private long checked(long told) {
    if (told < 0 || told > count) {
      throw new MalformedPayloadException(
          name, "announces %d numbers, of at most %d".formatted(told, count));
    }
    return told;
  }

  /** Makes the bucket the result, and takes what went from what was to be sent. */
  private void end(MemorySegment bucket) {
    bucket.fill((byte) 0);
    int at = 0;
    for (int i = 0; i < result.count(); i++) {
      int position = result.position(i);
      bucket.set(JAVA_FLOAT_UNALIGNED, (long) position * Float.BYTES, result.value(i));
      while (at < own.count() && own.position(at) < position) {
        at++;
      }
      if (at < own.count() && own.position(at) == position) {
        unsent.sent(position, own.value(at));
      }
    }
  }

  @Override
  public List<Kept> kept() {
    return unsent.kept(0);
  }

  @Override
  public SequencedMap<String, MemorySegment> common() {
    var common = new LinkedHashMap<String, MemorySegment>();
    common.put("thresholds", thresholds);
    common.put("regions", regions.bounds());
    return common;
  }
}
