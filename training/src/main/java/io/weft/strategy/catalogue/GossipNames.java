package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALONE;
import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.ASYNCHRONOUS;
import static io.weft.strategy.term.Capability.FEEDBACK;
import static io.weft.strategy.term.Capability.FIXED;
import static io.weft.strategy.term.Capability.PAIRS;
import static io.weft.strategy.term.Capability.PARTIAL;
import static io.weft.strategy.term.Capability.ROUNDS;
import static io.weft.strategy.term.Capability.TWO_WAY;
import static io.weft.strategy.term.Parameter.compression;
import static io.weft.strategy.term.Parameter.share;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/** What neighbours do with one another's models. */
final class GossipNames {
  static final List<Entry> TABLE =
      List.of(
          name("d-psgd")
              .from(ArchitectureNames.dPsgd())
              .meaning(
                  "Each rank sends its neighbours its whole model, averages it with theirs and takes"
                      + " its own gradient step")
              .offering(PARTIAL)
              .needing(ROUNDS),
          name("ad-psgd")
              .from(
                  new Paper(
                      "Lian et al.",
                      "Asynchronous Decentralized Parallel Stochastic Gradient Descent",
                      2018))
              .meaning(
                  "Each rank averages its whole model with one neighbour at a time, drawn at random,"
                      + " while gradients are being computed")
              .needing(ASYNCHRONOUS, TWO_WAY),
          name("sgp")
              .from(
                  new Paper(
                      "Assran et al.",
                      "Stochastic Gradient Push for Distributed Deep Learning",
                      2019))
              .meaning(
                  "Each rank pushes its whole model, weighted, to one neighbour per step and divides"
                      + " what it holds by the weight it has gathered")
              .needing(ROUNDS),
          name("gradient-tracking")
              .from(
                  new Paper(
                      "Tang et al.", "D²: Decentralized Training over Decentralized Data", 2018))
              .meaning(
                  "Beside its whole model each rank averages a running estimate of the mean"
                      + " gradient, so that unequal data do no harm")
              .needing(ROUNDS),
          name("choco", compression(ALONE, ANY_VECTOR))
              .from(
                  new Paper(
                      "Koloskova et al.",
                      "Decentralized Stochastic Optimization and Gossip Algorithms with Compressed"
                          + " Communication",
                      2019))
              .meaning(
                  "Each rank sends, compressed, how far its model has moved from the public copy"
                      + " that its neighbours hold of it")
              .offering(FEEDBACK)
              .needing(ROUNDS, FIXED, TWO_WAY),
          name("deepsqueeze", compression(ALONE, ANY_VECTOR))
              .from(
                  new Paper(
                      "Tang et al.",
                      "DeepSqueeze: Decentralization Meets Error-Compensated Compression",
                      2019))
              .meaning(
                  "Each rank sends its updated model compressed, and adds what was lost to what it"
                      + " sends next")
              .offering(FEEDBACK)
              .needing(ROUNDS, FIXED),
          name("matcha", share("budget", 0.5))
              .from(
                  new Paper(
                      "Wang et al.",
                      "MATCHA: Speeding Up Decentralized SGD via Matching Decomposition Sampling",
                      2019))
              .meaning(
                  "Neighbours average their whole models in pairs drawn anew each round, so that"
                      + " {budget %} of the links are used on average")
              .needing(ROUNDS, FIXED, TWO_WAY),
          name("saps", share("density", 0.01))
              .from(
                  new Paper(
                      "Tang et al.",
                      "Communication-Efficient Decentralized Learning with Sparsification and"
                          + " Adaptive Peer Selection",
                      2020))
              .meaning(
                  "Each rank's partner is chosen by measured bandwidth, and both exchange the same"
                      + " randomly drawn {density %} of their models")
              .needing(ROUNDS, PAIRS));

  private GossipNames() {}

  private static Entry name(String name, Parameter... parameters) {
    return Entry.of(Axis.GOSSIP_METHOD, name, parameters);
  }
}
