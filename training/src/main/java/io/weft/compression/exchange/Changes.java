package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Block;
import io.weft.compression.codec.Moment;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The parameters of a bucket, of which every rank updates its chunk and tells the others how that
 * has changed, in compressed form. All ranks, also that one, apply what was sent, so all hold the
 * same parameters; by how much they are behind the exact ones is remembered and sent later.
 */
public final class Changes {
  private final List<Bundle> bundles = new ArrayList<>();
  private final Bundle own;
  private final long first;
  private final Refusals refusals;
  private final MemorySegment exact;
  private final MemorySegment behind;
  private final MemorySegment payload;
  private final Payloads all;
  private final long denseFirstSteps;
  private final Block difference = new Block();
  private final Block other = new Block();

  /**
   * One of some ranks; nothing is behind.
   *
   * @param chunks what is encoded of each chunk, and how
   * @param lengths of chunks
   * @param denseFirstSteps in so many steps parameters travel as they are
   */
  Changes(
      int rank,
      List<List<Bundle.Item>> chunks,
      long[] lengths,
      Gaps gaps,
      long denseFirstSteps,
      Arena arena) {
    this.denseFirstSteps = denseFirstSteps;
    long start = 0;
    for (int chunk = 0; chunk < rank; chunk++) {
      start += lengths[chunk];
    }
    this.first = start;
    this.refusals = new Refusals(start, Arrays.stream(lengths).sum());
    var means = new Means(gaps, refusals, arena);
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      bundles.add(new Bundle(chunks.get(chunk), Kept.Side.SUM, chunk, means));
    }
    long from = start;
    var items = chunks.get(rank).stream().map(item -> item.from(from)).toList();
    var here = new Means(gaps.from(from), refusals, arena);
    this.own = new Bundle(items, Kept.Side.SUM, rank, here);
    this.exact = Payloads.room(lengths[rank] * Float.BYTES, arena);
    this.behind = Payloads.room(lengths[rank] * Float.BYTES, arena);
    long most = bundles.stream().mapToLong(Bundle::bytesMost).max().orElseThrow();
    boolean fixed = bundles.stream().allMatch(Bundle::isFixed);
    this.payload = Payloads.room(most, arena);
    this.all = new Payloads(chunks.size(), most, fixed, arena);
  }

  private MemorySegment ownOf(Tensor parameters) {
    return parameters.segment().asSlice(first * Float.BYTES, exact.byteSize());
  }

  /** The exact parameters of this rank's chunk, to be updated. */
  public Tensor exact(Tensor parameters) {
    Kernels.best().reduce(ElementType.FP32, Reduction.SUM, exact, ownOf(parameters), behind);
    return Tensor.of(exact, ElementType.FP32);
  }

  /**
   * Brings all ranks what has changed since they were asked for.
   *
   * @throws io.weft.compression.codec.NotFiniteInputException on this rank alone, when all ranks
   *     are done, if a number was not finite; it was left out
   */
  public void spread(Moment moment, Tensor parameters, Communicator communicator) {
    if (moment.step() < denseFirstSteps) {
      ownOf(parameters).copyFrom(exact);
      communicator.allGather(parameters);
      behind.fill((byte) 0);
      return;
    }
    compare(parameters);
    long block = all.blockBytes(own.encode(moment, behind, payload), communicator);
    var sent = Tensor.of(payload.asSlice(0, block), ElementType.INT8);
    communicator.allGather(sent, all.all(block));
    for (int chunk = 0; chunk < bundles.size(); chunk++) {
      bundles.get(chunk).accumulate(moment, all.block(chunk, block), parameters.segment());
    }
    compare(parameters);
    refusals.end();
  }

  /** By how much the parameters of this rank's chunk are behind the exact ones. */
  private void compare(Tensor parameters) {
    var held = ownOf(parameters);
    long count = exact.byteSize() / Float.BYTES;
    for (long at = 0; at < count; at += Block.CAPACITY) {
      int some = Block.count(at, count);
      difference.load(exact, at, some);
      other.load(held, at, some);
      difference.add(other, -1, some);
      difference.store(behind, at, some);
    }
  }

  /** What is remembered about this rank's chunk. */
  public Kept kept() {
    return new Kept("behind", Kept.Side.SUM, first, behind);
  }
}
