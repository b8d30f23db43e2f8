package io.weft.data;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The samples of each class that occurs, by ascending class; those of a class in their order. */
final class Labels {
  private final List<int[]> classes;

  /** Samples by class, which are kept. */
  Labels(List<int[]> classes) {
    this.classes = List.copyOf(classes);
  }

  /** Reads all samples, which takes as long as an epoch of reading does. */
  static Labels of(Partition why, Dataset data) {
    if (!data.shape().hasOneClass()) {
      throw new DataException(
          "%s deals samples out by class, and this data has no class for each sample:"
                  .formatted(why)
              + " give images or a table, or --partition iid");
    }
    var found = new TreeMap<Long, List<Integer>>();
    try (var arena = Arena.ofConfined()) {
      var memory = new BatchMemory(data, 1, arena);
      for (int sample = 0; sample < Math.toIntExact(data.samples()); sample++) {
        var label = memory.fill(sample).labels().tensor().segment();
        found
            .computeIfAbsent(label.get(ValueLayout.JAVA_LONG, 0), _ -> new ArrayList<>())
            .add(sample);
      }
    }
    return new Labels(
        found.values().stream()
            .map(own -> own.stream().mapToInt(Integer::intValue).toArray())
            .toList());
  }

  /** How many classes occur. */
  int classes() {
    return classes.size();
  }

  /** The samples of a class in an order of a seed, so that none is as a file has it. */
  int[] shuffled(int which, long seed) {
    var own = classes.get(which);
    var shuffle = new Shuffle(own.length, Mix.of(seed, which));
    var shuffled = new int[own.length];
    for (int at = 0; at < own.length; at++) {
      shuffled[at] = own[(int) shuffle.at(at)];
    }
    return shuffled;
  }
}
