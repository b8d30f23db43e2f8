package io.weft.data;

import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** The numbers of the samples that each rank has; at least one. */
final class Deal {
  private final List<int[]> samples;

  /** The arrays, one for each rank, are kept. */
  Deal(List<int[]> samples) {
    this.samples = List.copyOf(samples);
    if (samples.stream().anyMatch(own -> own.length == 0)) {
      throw new IllegalArgumentException("each rank needs a sample");
    }
  }

  int ranks() {
    return samples.size();
  }

  long samples() {
    return samples.stream().mapToLong(own -> own.length).sum();
  }

  int count(int rank) {
    return samples.get(rank).length;
  }

  int sample(int rank, int at) {
    return samples.get(rank)[at];
  }

  /** Equal deals have equal ones. */
  long fingerprint() {
    var sum = new CRC32C();
    for (var own : samples) {
      update(sum, own.length);
      Arrays.stream(own).forEach(sample -> update(sum, sample));
    }
    return sum.getValue();
  }

  private static void update(CRC32C sum, int number) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      sum.update(number >>> shift);
    }
  }
}
