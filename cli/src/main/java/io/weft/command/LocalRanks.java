package io.weft.command;

import io.weft.diagnosis.Capacity;
import io.weft.engine.zoo.Models;
import io.weft.engine.zoo.SimulatedModel;
import io.weft.model.Parameter;
import picocli.CommandLine.Option;

/** How many ranks a command may start on this machine. */
final class LocalRanks {
  /** The name of the option, which is no setting of a run. */
  static final String OVERSUBSCRIBE = "oversubscribe";

  /** A JVM at work, with the threads and buffers of its connections. */
  static final long JVM_BYTES = 128L << 20;

  /**
   * What PyTorch's library and a batch take; pages that are only read are shared. Ranks of gpt-nano
   * and mlp took 520 to 550 MB in all, with the 13 and 250 MB of their copies.
   */
  private static final long ENGINE_BYTES = 320L << 20;

  /** Weights, gradients, and twice as much that an optimizer remembers. */
  private static final long COPIES = 4;

  @Option(
      names = "--" + OVERSUBSCRIBE,
      description = {
        "Start more ranks than this machine carries: than fit into its memory, or more than",
        Capacity.RANKS_PER_CORE + " for each core."
      })
  private boolean insists;

  /** What a rank that trains a model needs at least; batches come on top of it. */
  static long training(String model) {
    long numbers = Models.parameters(model).stream().mapToLong(Parameter::count).sum();
    long engine = model.equals(SimulatedModel.NAME) ? 0 : ENGINE_BYTES;
    return JVM_BYTES + engine + COPIES * Float.BYTES * numbers;
  }

  /** Refuses what this machine does not carry, before anything is started. */
  void check(int ranks, long bytesEach) {
    var here = Capacity.ofThisMachine();
    if (!insists && here.fitting(bytesEach) < ranks) {
      throw new IllegalArgumentException(refusal(here, ranks, bytesEach));
    }
  }

  static String refusal(Capacity here, int ranks, long bytesEach) {
    var advice =
        here.carriesOne(bytesEach) ? "give --ranks " + here.fitting(bytesEach) : "free some memory";
    return "--ranks %d: %s; %s, or insist with --%s"
        .formatted(ranks, here.limit(bytesEach), advice, OVERSUBSCRIBE);
  }
}
