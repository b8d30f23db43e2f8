package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * What a rank used of the cores of its machine.
 *
 * @param machine equal for ranks of one machine, though it may pretend to be several hosts
 * @param cores that the process may use
 * @param cpuSeconds that it used
 */
record Processors(long machine, int cores, double cpuSeconds) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** Of this process. */
  static Processors used(double cpuSeconds) {
    return new Processors(bootNumber(), Runtime.getRuntime().availableProcessors(), cpuSeconds);
  }

  /** Where a system has no name for itself, all ranks are taken to be on one machine. */
  private static long bootNumber() {
    try {
      return Files.readString(BOOT).strip().hashCode();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Of all ranks. All call it. */
  static List<Processors> gathered(Processors own, Communicator communicator) {
    var all = new double[3 * communicator.ranks()];
    double[] mine = {own.machine, own.cores, own.cpuSeconds};
    communicator.allGather(Tensor.of(mine), Tensor.of(all));
    var list = new ArrayList<Processors>();
    for (int at = 0; at < all.length; at += mine.length) {
      list.add(new Processors((long) all[at], (int) all[at + 1], all[at + 2]));
    }
    return list;
  }

  /** How many ranks are on the machine of this one. All call it. */
  static int onThisMachine(Communicator communicator) {
    var own = used(0);
    var all = gathered(own, communicator);
    return (int) all.stream().filter(rank -> rank.machine == own.machine).count();
  }

  /** What the machine that has most to do per core takes at least, in seconds. */
  static double leastSeconds(List<Processors> ranks) {
    var used = new HashMap<Long, Double>();
    var cores = new HashMap<Long, Integer>();
    for (var rank : ranks) {
      used.merge(rank.machine, rank.cpuSeconds, Double::sum);
      cores.merge(rank.machine, rank.cores, Math::max);
    }
    return used.entrySet().stream()
        .mapToDouble(machine -> machine.getValue() / cores.getOrDefault(machine.getKey(), 1))
        .max()
        .orElse(0);
  }
}
