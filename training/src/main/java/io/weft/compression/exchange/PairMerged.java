package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.Coding;
import io.weft.compression.codec.Moment;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Ranks merge their k largest numbers pair by pair, and keep the k largest of the sum each time,
 * until all hold the same list (gTop-k; Shi et al., A Distributed Synchronous SGD Algorithm with
 * Global Top-k Sparsification for Low Bandwidth Networks, 2019). There a tree leads to one rank and
 * back; here both of a pair merge, so that the way back is not needed.
 *
 * <p>What does not get into the result stays with the rank it came from. The paper asks whether the
 * result has its position; we ask whether its number is in the sum there, as it may have fallen out
 * before another rank brought the position back.
 *
 * <p>Bytes: 8k in each round of {@link Pairing}, and k more to ranks beyond a power of two.
 */
final class PairMerged implements Exchanger {
  private static final Tensor NOTHING = Tensor.of(new byte[0]);

  private final String name;
  private final int rank;
  private final Pairing pairing;
  private final List<Contest> contests;
  private final long listBytes;
  private final Tensor sent;
  private final Tensor received;

  /** One of some ranks. */
  PairMerged(Coding.Merged coding, List<Bundle.Item> items, int rank, int ranks, Arena arena) {
    this.name = coding.merging().label();
    this.rank = rank;
    this.pairing = new Pairing(ranks);
    this.contests = items.stream().map(item -> new Contest(item, coding, arena)).toList();
    this.listBytes = contests.stream().mapToLong(Contest::listBytes).sum();
    long flagBytes = contests.stream().mapToLong(Contest::flagBytes).sum();
    this.sent = Tensor.of(Payloads.room(listBytes + flagBytes, arena), ElementType.INT8);
    this.received = Tensor.of(Payloads.room(listBytes + flagBytes, arena), ElementType.INT8);
  }

  /** The bytes that a rank receives for a list of so many, flags left aside. */
  static long bytes(long listBytes, int ranks) {
    return listBytes * new Pairing(ranks).rounds();
  }

  @Override
  public String description() {
    return "merging of %s in pairs".formatted(name);
  }

  /** All rounds but the last. */
  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    contests.forEach(contest -> contest.begin(gradients.segment()));
    for (int round = 0; round < pairing.rounds() - 1; round++) {
      run(round, communicator);
    }
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    if (pairing.rounds() > 0) {
      run(pairing.rounds() - 1, communicator);
    }
    contests.forEach(contest -> contest.end(gradients.segment()));
  }

  private void run(int round, Communicator communicator) {
    int[] partners = pairing.partners(round);
    if (partners[rank] == rank) {
      communicator.swap(partners, NOTHING, NOTHING);
    } else if (pairing.tells(round)) {
      tell(partners, communicator);
    } else {
      merge(partners, communicator);
      if (pairing.joins(round)) {
        contests.forEach(Contest::team);
      }
    }
  }

  private void merge(int[] partners, Communicator communicator) {
    long at = 0;
    for (var contest : contests) {
      contest.write(sent.segment().asSlice(at, contest.listBytes()));
      at += contest.listBytes();
    }
    communicator.swap(partners, sent.slice(0, listBytes), received.slice(0, listBytes));
    at = 0;
    for (var contest : contests) {
      var list = received.segment().asSlice(at, contest.listBytes());
      contest.merge(list, rank < partners[rank]);
      at += contest.listBytes();
    }
  }

  private void tell(int[] partners, Communicator communicator) {
    if (!pairing.isBeyond(rank)) {
      visit(
          sent.segment(),
          (contest, list, flags) -> {
            contest.write(list);
            contest.writeFlags(flags);
          });
      communicator.swap(partners, sent, NOTHING);
    } else {
      communicator.swap(partners, NOTHING, received);
      visit(
          received.segment(),
          (contest, list, flags) -> {
            contest.read(list);
            contest.readFlags(flags);
          });
    }
  }

  private interface Visitor {
    void visit(Contest contest, MemorySegment list, MemorySegment flags);
  }

  private void visit(MemorySegment memory, Visitor visitor) {
    long at = 0;
    for (var contest : contests) {
      var list = memory.asSlice(at, contest.listBytes());
      var flags = memory.asSlice(at + contest.listBytes(), contest.flagBytes());
      visitor.visit(contest, list, flags);
      at += contest.listBytes() + contest.flagBytes();
    }
  }

  @Override
  public List<Kept> kept() {
    return contests.stream().flatMap(contest -> contest.kept().stream()).toList();
  }
}
