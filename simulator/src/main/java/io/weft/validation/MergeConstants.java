package io.weft.validation;

import io.weft.simulation.MergedBuckets;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The constants that the public code of MG-WFBP carries, by which it merged in the survey whatever
 * network it ran on: seconds, and seconds per byte, of an all-reduce of n GPUs. On both networks of
 * 100 Gbit/s it is taken to have used those of its InfiniBand.
 */
final class MergeConstants {
  private static final NavigableMap<Integer, MergedBuckets> ETHERNET = new TreeMap<>();
  private static final NavigableMap<Integer, MergedBuckets> INFINIBAND = new TreeMap<>();

  static {
    INFINIBAND.put(2, new MergedBuckets(2.554691e-06, 9.837548e-11));
    INFINIBAND.put(4, new MergedBuckets(4.204299e-05, 2.058936e-10));
    INFINIBAND.put(8, new MergedBuckets(9.753672e-05, 3.056823e-10));
    INFINIBAND.put(16, new MergedBuckets(2.358368e-04, 4.059479e-10));
    INFINIBAND.put(32, new MergedBuckets(4.063208e-04, 1.5 * 3.271324e-10));
    INFINIBAND.put(64, new MergedBuckets(8.063208e-04, 1.8 * 3.271324e-10));
    ETHERNET.putAll(INFINIBAND);
    ETHERNET.put(8, new MergedBuckets(5.230273e-04, 8.570747e-10));
    ETHERNET.put(16, new MergedBuckets(9.080981e-04, 7.395651e-10));
    ETHERNET.put(32, new MergedBuckets(3 * 1.3476411e-03, 8.643301e-10));
    ETHERNET.put(64, new MergedBuckets(3 * 2.3476411e-03, 9.643301e-10));
  }

  private MergeConstants() {}

  /** Those of the nearest number of ranks that is not larger. */
  static MergedBuckets of(String cluster, int ranks) {
    var table = cluster.startsWith("10gbe") ? ETHERNET : INFINIBAND;
    var entry = table.floorEntry(ranks);
    return entry == null ? table.firstEntry().getValue() : entry.getValue();
  }
}
