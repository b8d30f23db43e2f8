package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.EXACT;
import static io.weft.strategy.term.Capability.HALVES;
import static io.weft.strategy.term.Capability.PEERS;
import static io.weft.strategy.term.Capability.PHASES;
import static io.weft.strategy.term.Capability.REPLICAS;
import static io.weft.strategy.term.Capability.ROUNDS;
import static io.weft.strategy.term.Capability.SHARDS;
import static io.weft.strategy.term.Capability.STEADY;
import static io.weft.strategy.term.Capability.WAITS;
import static io.weft.strategy.term.Capability.WHOLE;
import static io.weft.strategy.term.Parameter.size;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Use.PLAN;
import static io.weft.strategy.term.Use.SIMULATE;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/** When values travel, relative to forward and backward. A bucket of 0B is one tensor. */
final class ScheduleNames {
  private static final long MEGABYTE = 1L << 20;

  static final List<Entry> TABLE =
      List.of(
          name("sequential")
              .meaning(
                  "Nothing travels until backward has ended, and nothing is computed until all of"
                      + " it has arrived")
              .offering(REPLICAS, WHOLE),
          name("wfbp", size("bucket", 0, 0))
              .from(
                  new Paper(
                      "Zhang et al.",
                      "Poseidon: An Efficient Communication Architecture for Distributed Deep"
                          + " Learning on GPU Clusters",
                      2017))
              .meaning(
                  "{bucket?Each tensor:Each bucket of up to #} travels as soon as backward has"
                      + " finished it, while backward goes on with earlier layers")
              .offering(REPLICAS, WHOLE, STEADY),
          name("mg-wfbp")
              .from(
                  new Paper(
                      "Shi et al.",
                      "MG-WFBP: Efficient Data Communication for Distributed Synchronous SGD"
                          + " Algorithms",
                      2019))
              .meaning(
                  "Tensors travel while backward goes on, merged where waiting for the next one"
                      + " costs less than another start-up")
              .offering(REPLICAS, WHOLE),
          name(
                  "priority",
                  size("partition", 4 * MEGABYTE, 1),
                  size("credit", 16 * MEGABYTE, 1).notBelow("partition"))
              .from(
                  new Paper(
                      "Peng et al.",
                      "A Generic Communication Scheduler for Distributed DNN Training"
                          + " Acceleration",
                      2019))
              .meaning(
                  "Tensors travel in parts of {partition}, at most {credit} at once, first those"
                      + " that the next forward needs first")
              .offering(REPLICAS, WHOLE)
              .needing(WAITS),
          name("dear", size("bucket", auto(), 0))
              .from(
                  new Paper(
                      "Zhang et al.",
                      "DeAR: Accelerating Distributed Deep Learning with Fine-Grained All-Reduce"
                          + " Pipelining",
                      2023))
              .meaning(
                  "{bucket?Each tensor:Each bucket of up to #} is added up into shards while"
                      + " backward goes on, and the shards are gathered in the next forward, just"
                      + " before they are needed")
              .offering(HALVES, REPLICAS)
              .needing(ROUNDS, WAITS, PEERS, PHASES),
          name("sharded", whole("stage", 1, 1, 3))
              .from(
                  new Paper(
                      "Rajbhandari et al.",
                      "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models",
                      2020))
              .meaning(
                  "Each rank keeps one shard at stage {stage} (1: of the optimizer; 2: of the"
                      + " gradients too; 3: of the parameters too): gradients are added up into"
                      + " shards in backward, parameters are gathered before they are used")
              .offering(HALVES)
              .needing(EXACT, PEERS, SHARDS));

  private ScheduleNames() {}

  private static Entry auto() {
    return Entry.of(Axis.SCHEDULE, "auto")
        .meaning("25MB (an eighth of the model if that is less, but 2MB at least)");
  }

  private static Entry name(String name, Parameter... parameters) {
    return Entry.of(Axis.SCHEDULE, name, parameters).usable(TRAIN, SIMULATE, PLAN);
  }
}
