package io.weft.strategy.term;

import static io.weft.strategy.term.Axis.ARCHITECTURE;
import static io.weft.strategy.term.Axis.COLLECTIVE;
import static io.weft.strategy.term.Axis.COMPRESSION;
import static io.weft.strategy.term.Axis.GOSSIP_METHOD;
import static io.weft.strategy.term.Axis.SCHEDULE;
import static io.weft.strategy.term.Axis.SYNCHRONISATION;

/**
 * What a term offers and another may need. Terms fit together when every need is answered by the
 * term on the axis that the capability belongs to; a need of an axis that is empty is void.
 */
public enum Capability {
  EXCHANGES(SYNCHRONISATION, "that exchanges anything"),
  ROUNDS(SYNCHRONISATION, "in which all ranks advance round by round"),
  WAITS(SYNCHRONISATION, "whose next forward waits for what was exchanged"),
  EXACT(SYNCHRONISATION, "in which every step uses the mean gradient of that very step"),
  ASYNCHRONOUS(SYNCHRONISATION, "in which nobody waits for anybody"),
  OPEN_FORM(SYNCHRONISATION, "that leaves open in what form values travel"),

  MEAN(ARCHITECTURE, "that forms the mean over all ranks"),
  GROUPS(ARCHITECTURE, "that can form the mean over some of the ranks"),
  CENTRE(ARCHITECTURE, "with servers that hold the parameters"),
  ARRIVALS(ARCHITECTURE, "that can go on with those who have arrived"),
  NEIGHBOURS(ARCHITECTURE, "in which ranks have neighbours"),
  PEERS(ARCHITECTURE, "in which all ranks run collectives together"),
  CODES(ARCHITECTURE, "beside which a compression can stand"),
  FIXED(ARCHITECTURE, "whose neighbours stay the same"),
  TWO_WAY(ARCHITECTURE, "whose links all go both ways"),
  PAIRS(ARCHITECTURE, "that pairs the ranks anew each round"),

  PARTIAL(GOSSIP_METHOD, "that copes with missing neighbours"),

  REPLICAS(SCHEDULE, "in which every rank keeps the whole optimizer"),
  HALVES(SCHEDULE, "that runs an exchange in two halves"),
  WHOLE(SCHEDULE, "that runs an exchange as a whole"),
  STEADY(SCHEDULE, "that sends buckets of a given size whole, each as it is ready"),

  ALONE(COMPRESSION, "whose code can be used without those of the other ranks"),
  ANY_VECTOR(COMPRESSION, "that works on differences of models as well as on gradients"),
  CODEC(COMPRESSION, "that is separate from the optimizer"),
  ENCODES(COMPRESSION, "that encodes gradients, not what layers have seen"),
  SUMS(COMPRESSION, "whose codes can be added on the way"),
  GATHERS(COMPRESSION, "whose codes can be gathered and added at the end"),
  MERGES(COMPRESSION, "that brings its own way of merging codes"),
  PHASES(COMPRESSION, "that can be combined in one half and spread in another"),
  SHARDS(COMPRESSION, "that can leave each rank the sum of its own shard"),
  PACKABLE(COMPRESSION, "whose codes need not be added on the way"),
  PACKED(COMPRESSION, "whose codes are packed without loss"),
  FEEDBACK(COMPRESSION, "with error feedback"),
  LOOSE_FEEDBACK(COMPRESSION, "whose error feedback can be taken away"),
  MOMENTUM(COMPRESSION, "with momentum correction"),
  PER_TENSOR(COMPRESSION, "that can work tensor by tensor"),
  PER_BUCKET(COMPRESSION, "that can work on whole buckets"),
  TENSORWISE(COMPRESSION, "that works tensor by tensor"),
  BUCKETWISE(COMPRESSION, "that works on whole buckets"),
  EVERY_SIZE(COMPRESSION, "that does not yet choose by size"),
  EVERY_STEP(COMPRESSION, "that has no dense beginning of its own"),
  DENSE_PARTS(COMPRESSION, "that leaves some exchanges dense"),
  UNTOUCHED(COMPRESSION, "that leaves values as they are"),

  ALL_REDUCE(COLLECTIVE, "that can do an all-reduce"),
  REDUCE_SCATTER(COLLECTIVE, "that can do a reduce-scatter"),
  ALL_TO_ALL(COLLECTIVE, "that can do an all-to-all"),
  ALL_GATHER(COLLECTIVE, "that can do an all-gather"),
  OWN_PROGRAM(COLLECTIVE, "that leaves the program to the compression");

  private final Axis axis;
  private final String phrase;

  Capability(Axis axis, String phrase) {
    this.axis = axis;
    this.phrase = phrase;
  }

  /** The axis whose term must offer it. */
  public Axis axis() {
    return axis;
  }

  /** What is needed, as a noun: {@code an architecture with servers that hold the parameters}. */
  public String words() {
    return axis.aTitle() + " " + phrase;
  }
}
