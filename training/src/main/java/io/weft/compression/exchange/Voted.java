package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.compression.quantisation.MajorityVote;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Every rank is sent the signs of its chunk, counts the votes of all ranks, and tells all what the
 * majority says (Bernstein et al., signSGD with Majority Vote, 2018; there one server counts).
 *
 * <p>After the first half every rank has the verdict on its chunk where that lies in the bucket.
 */
final class Voted implements Exchanger {
  private final String name;
  private final int rank;
  private final List<Bundle> bundles = new ArrayList<>();
  private final Payloads sent;
  private final Payloads received;
  private final Payloads verdicts;
  private final MajorityVote vote = new MajorityVote();

  /** One of some ranks, with what is encoded of each chunk. */
  Voted(String name, int rank, List<List<Bundle.Item>> chunks, Means means) {
    this.name = name;
    this.rank = rank;
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      bundles.add(new Bundle(chunks.get(chunk), Kept.Side.OWN, chunk, means));
    }
    var arena = means.arena();
    long most = bundles.stream().mapToLong(Bundle::bytesMost).max().orElseThrow();
    this.sent = new Payloads(chunks.size(), most, true, arena);
    this.received = new Payloads(chunks.size(), most, true, arena);
    this.verdicts = new Payloads(chunks.size(), most, true, arena);
  }

  @Override
  public String description() {
    return "all-to-all and all-gather of " + name;
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    for (int chunk = 0; chunk < bundles.size(); chunk++) {
      bundles.get(chunk).encode(moment, gradients.segment(), sent.block(chunk));
    }
    communicator.allToAll(sent.all(), received.all());
    var votes = new ArrayList<MemorySegment>();
    for (int other = 0; other < bundles.size(); other++) {
      votes.add(received.block(other));
    }
    vote.decide(votes, verdicts.block(rank));
    decode(rank, moment, gradients);
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    communicator.allGather(verdicts.all());
    for (int chunk = 0; chunk < bundles.size(); chunk++) {
      decode(chunk, moment, gradients);
    }
  }

  private void decode(int chunk, Moment moment, Tensor gradients) {
    bundles.get(chunk).decode(moment, verdicts.block(chunk), gradients.segment());
  }

  @Override
  public List<Kept> kept() {
    return bundles.stream().flatMap(bundle -> bundle.kept().stream()).toList();
  }
}
