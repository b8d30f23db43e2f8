package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ARRIVALS;
import static io.weft.strategy.term.Capability.CENTRE;
import static io.weft.strategy.term.Capability.CODES;
import static io.weft.strategy.term.Capability.EXACT;
import static io.weft.strategy.term.Capability.FIXED;
import static io.weft.strategy.term.Capability.GROUPS;
import static io.weft.strategy.term.Capability.MEAN;
import static io.weft.strategy.term.Capability.NEIGHBOURS;
import static io.weft.strategy.term.Capability.PAIRS;
import static io.weft.strategy.term.Capability.PEERS;
import static io.weft.strategy.term.Capability.TWO_WAY;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Parameter.word;
import static io.weft.strategy.term.Use.PLAN;
import static io.weft.strategy.term.Use.SIMULATE;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Paper;
import java.util.List;

/**
 * Who talks to whom.
 *
 * <p>The topology {@code file} is a word, not a path: the grammar has no strings, and a path would
 * make one strategy print differently on two machines. {@code gossip(file)} says that the graph
 * comes from a file; which file is a setting of the run, beside the strategy line.
 */
final class ArchitectureNames {
  static final List<Entry> TABLE =
      List.of(
          Entry.of(Axis.ARCHITECTURE, "all-reduce")
              .meaning("All ranks are equals and form the mean over all among themselves")
              .offering(MEAN, GROUPS, PEERS, CODES)
              .usable(TRAIN, SIMULATE, PLAN),
          Entry.of(
                  Axis.ARCHITECTURE,
                  "parameter-server",
                  whole("servers", 1, 1, 10_000),
                  word(
                      "placement",
                      option("colocated", "servers run on the hosts of the workers"),
                      option("dedicated", "servers have hosts of their own")))
              .from(
                  new Paper(
                      "Li et al.",
                      "Scaling Distributed Machine Learning with the Parameter Server",
                      2014))
              .meaning("Workers push to {servers server} and pull the result back")
              .offering(MEAN, CENTRE, ARRIVALS, CODES)
              .usableWith(SIMULATE, EXACT),
          Entry.of(Axis.ARCHITECTURE, "gossip", word("topology", topologies()))
              .from(dPsgd())
              .meaning("Each rank talks to its neighbours only")
              .offering(NEIGHBOURS, ARRIVALS));

  private ArchitectureNames() {}

  static Paper dPsgd() {
    return new Paper(
        "Lian et al.",
        "Can Decentralized Algorithms Outperform Centralized Algorithms? A Case Study for"
            + " Decentralized Parallel Stochastic Gradient Descent",
        2017);
  }

  private static Entry[] topologies() {
    return new Entry[] {
      graph("ring", "the ranks before and after it on a ring").offering(TWO_WAY),
      graph("torus", "the four ranks around it on a two-dimensional torus").offering(TWO_WAY),
      graph("hypercube", "the ranks whose numbers differ from its own in one bit")
          .offering(TWO_WAY),
      graph("exponential", "the ranks 1, 2, 4, 8 and so on places further, one way only"),
      graph("complete", "all other ranks").offering(TWO_WAY),
      graph("star", "one rank in the middle, or for that rank all others").offering(TWO_WAY),
      topology("matching", "one partner that changes from round to round").offering(PAIRS, TWO_WAY),
      graph("file", "those that the topology file of the run gives it").offering(TWO_WAY)
    };
  }

  private static Entry graph(String name, String neighbours) {
    return topology(name, neighbours).offering(FIXED);
  }

  private static Entry topology(String name, String neighbours) {
    return option(name, "its neighbours are " + neighbours);
  }

  private static Entry option(String name, String meaning) {
    return Entry.of(Axis.ARCHITECTURE, name).meaning(meaning);
  }
}
