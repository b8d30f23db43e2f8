package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALL_GATHER;
import static io.weft.strategy.term.Capability.ALL_REDUCE;
import static io.weft.strategy.term.Capability.ALL_TO_ALL;
import static io.weft.strategy.term.Capability.OWN_PROGRAM;
import static io.weft.strategy.term.Capability.PEERS;
import static io.weft.strategy.term.Capability.REDUCE_SCATTER;
import static io.weft.strategy.term.Use.PLAN;
import static io.weft.strategy.term.Use.SIMULATE;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Paper;
import java.util.List;

/** Who adds what to what. An algorithm offers the operations that it or one of its phases does. */
final class CollectiveNames {
  static final List<Entry> TABLE =
      List.of(
          Entry.of(Axis.COLLECTIVE, "auto")
              .meaning(
                  "How an exchange is carried out is decided by its cost, from its size, the ranks"
                      + " and the network")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, OWN_PROGRAM)
              .usable(TRAIN, SIMULATE, PLAN),
          name("ring")
              .from(
                  new Paper(
                      "Patarasuk and Yuan",
                      "Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations",
                      2009))
              .meaning("Chunks travel round a ring of all ranks")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER),
          name("ordered")
              .meaning(
                  "The owner of each chunk adds the ranks' values in rank order, so that every"
                      + " bucket size and schedule gives the same bits")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER),
          name("recursive-doubling")
              .from(mpich())
              .meaning("Partners at doubling distances exchange all they have")
              .offering(ALL_REDUCE, ALL_GATHER),
          name("halving-doubling")
              .from(
                  new Paper(
                      "Rabenseifner", "Optimization of Collective Reduction Operations", 2004))
              .meaning(
                  "Partners at halving distances reduce halves of halves, then gather them back")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER),
          name("binomial-tree")
              .from(mpich())
              .meaning("Values are reduced up a binomial tree and the sum is sent down again")
              .offering(ALL_REDUCE),
          name("double-tree")
              .from(
                  new Paper(
                      "Sanders et al.",
                      "Two-tree Algorithms for Full Bandwidth Broadcast, Reduction and Scan",
                      2009))
              .meaning(
                  "Each half of the values goes up and down its own pipelined tree, so that every"
                      + " rank works in one and rests in the other")
              .offering(ALL_REDUCE),
          name("hierarchical")
              .meaning("Values are combined inside each host first, then across hosts")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER),
          name("torus")
              .from(
                  new Paper(
                      "Mikami et al.",
                      "Massively Distributed SGD: ImageNet/ResNet-50 Training in a Flash",
                      2018))
              .meaning(
                  "Values are combined along the rows of a two-dimensional torus, then columns")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER),
          name("blueconnect")
              .from(
                  new Paper(
                      "Cho et al.",
                      "BlueConnect: Decomposing All-Reduce for Deep Learning on Heterogeneous"
                          + " Network Hierarchy",
                      2019))
              .meaning(
                  "The number of ranks is factored, and values are combined along one factor after"
                      + " the other")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER),
          name("direct")
              .meaning("Ranks of one host read and write one another's memory")
              .offering(ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL),
          name("flat")
              .meaning("Every rank of a host sends all it has to all others, which add it up")
              .offering(ALL_REDUCE),
          name("star")
              .meaning(
                  "All send to one rank, which adds it up and sends them the sum: few messages for"
                      + " ranks that share few cores")
              .offering(ALL_REDUCE),
          name("pairwise")
              .from(mpich())
              .meaning("Every rank exchanges directly with every other, one at a time")
              .offering(REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL)
              .usable(TRAIN),
          name("bruck")
              .from(
                  new Paper(
                      "Bruck et al.",
                      "Efficient Algorithms for All-to-All Communications in Multiport"
                          + " Message-Passing Systems",
                      1997))
              .meaning("Blocks are passed on in a logarithmic number of rounds, several at a time")
              .offering(ALL_GATHER, ALL_TO_ALL)
              .usable(TRAIN));

  private CollectiveNames() {}

  private static Entry name(String name) {
    return Entry.of(Axis.COLLECTIVE, name).needing(PEERS).usable(TRAIN, SIMULATE);
  }

  private static Paper mpich() {
    return new Paper(
        "Thakur et al.", "Optimization of Collective Communication Operations in MPICH", 2005);
  }
}
