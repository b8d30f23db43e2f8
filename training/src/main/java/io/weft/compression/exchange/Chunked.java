package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Every rank is sent what belongs to its chunk, adds it up in the order of ranks, and encodes the
 * sum again for all, so that what a rank sends and receives does not grow with their number. What
 * is lost in the second encoding is remembered by that rank, as in DoubleSqueeze (Tang et al.,
 * 2019) and 1-bit Adam (Tang et al., 2021).
 *
 * <p>After the first half every rank has the sum of its chunk where that lies in the bucket.
 */
final class Chunked implements Exchanger {
  private final String name;
  private final int rank;
  private final List<Bundle> first = new ArrayList<>();
  private final List<Bundle> second = new ArrayList<>();
  private final Payloads sent;
  private final Payloads received;
  private final MemorySegment own;
  private final Payloads sums;

  /**
   * One of some ranks.
   *
   * @param first what is encoded of each chunk, and how
   * @param second the same for sums; only that of this rank's chunk need remember anything
   */
  Chunked(
      String name,
      int rank,
      List<List<Bundle.Item>> first,
      List<List<Bundle.Item>> second,
      Means means) {
    this.name = name;
    this.rank = rank;
    int ranks = first.size();
    for (int chunk = 0; chunk < ranks; chunk++) {
      this.first.add(new Bundle(first.get(chunk), Kept.Side.OWN, chunk, means));
      this.second.add(new Bundle(second.get(chunk), Kept.Side.SUM, chunk, means));
    }
    var arena = means.arena();
    this.sent = payloads(this.first, arena);
    this.received = payloads(this.first, arena);
    this.sums = payloads(this.second, arena);
    this.own = Payloads.room(this.second.get(rank).bytesMost(), arena);
  }

  private static Payloads payloads(List<Bundle> bundles, Arena arena) {
    long most = bundles.stream().mapToLong(Bundle::bytesMost).max().orElseThrow();
    boolean fixed = bundles.stream().allMatch(Bundle::isFixed);
    return new Payloads(bundles.size(), most, fixed, arena);
  }

  @Override
  public String description() {
    return "all-to-all and all-gather of " + name;
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    long longest = 0;
    for (int chunk = 0; chunk < first.size(); chunk++) {
      long bytes = first.get(chunk).encode(moment, gradients.segment(), sent.block(chunk));
      longest = Math.max(longest, bytes);
    }
    long block = sent.blockBytes(longest, communicator);
    sent.moveTogether(block);
    communicator.allToAll(sent.all(block), received.all(block));
    var bundle = first.get(rank);
    bundle.clear(gradients.segment());
    for (int other = 0; other < first.size(); other++) {
      bundle.accumulate(moment, received.block(other, block), gradients.segment());
    }
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    long bytes = second.get(rank).encode(moment, gradients.segment(), own);
    long block = sums.blockBytes(bytes, communicator);
    var payload = Tensor.of(own.asSlice(0, Math.min(block, own.byteSize())), ElementType.INT8);
    gather(payload, block, communicator);
    for (int chunk = 0; chunk < second.size(); chunk++) {
      second.get(chunk).decode(moment, sums.block(chunk, block), gradients.segment());
    }
  }

  private void gather(Tensor payload, long block, Communicator communicator) {
    var slot = sums.block(rank, block);
    slot.asSlice(0, payload.byteCount()).copyFrom(payload.segment());
    communicator.allGather(sums.all(block));
  }

  @Override
  public List<Kept> kept() {
    var kept = new ArrayList<Kept>();
    first.forEach(bundle -> kept.addAll(bundle.kept()));
    kept.addAll(second.get(rank).kept());
    return kept;
  }
}
