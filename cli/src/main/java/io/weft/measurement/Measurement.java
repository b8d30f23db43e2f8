package io.weft.measurement;

import java.util.List;

/**
 * What was measured at one size.
 *
 * @param bytes of the whole data on each rank
 * @param count elements of the whole data on each rank
 * @param blockMicros the time of an operation in each block, ascending
 * @param operations how many were done in all blocks
 * @param singleMicros the time of each operation that was timed on its own, ascending
 * @param wireBytesPerRank per operation, on the rank that sent most
 * @param wireBytesTotal since the start, on the rank that sent most
 * @param cpuMicrosAllRanks per operation, all ranks added
 * @param wrong elements that were wrong, on all ranks together
 */
public record Measurement(
    long bytes,
    long count,
    String algorithm,
    List<Double> blockMicros,
    long operations,
    List<Double> singleMicros,
    long wireBytesPerRank,
    long wireBytesTotal,
    double cpuMicrosAllRanks,
    long wrong) {
  public Measurement {
    blockMicros = List.copyOf(blockMicros);
    singleMicros = List.copyOf(singleMicros);
  }

  /** The time of an operation in the block in the middle. */
  public double medianMicros() {
    return blockMicros.get(blockMicros.size() / 2);
  }

  /** The time that the given share of operations did not exceed. */
  public double quantileMicros(double share) {
    int count = singleMicros.size();
    return singleMicros.get((int) Math.min(count - 1, Math.floor(share * count)));
  }

  /** Bytes of data by time, in units of 10⁹ bytes a second. */
  public double gigabytesPerSecond() {
    return bytes / (medianMicros() * 1e3);
  }
}
