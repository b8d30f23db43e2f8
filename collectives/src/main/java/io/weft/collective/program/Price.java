package io.weft.collective.program;

import java.util.List;

/**
 * What a collective costs, found by walking its programs.
 *
 * @param seconds until the last rank is done
 * @param messages sent by all ranks together
 * @param bytes sent by all ranks together, put and get included
 * @param bytesMost sent by the rank that sends most
 * @param work seconds that messages and sums inside a host take, one after the other, where that is
 *     most
 */
public record Price(double seconds, long messages, double bytes, double bytesMost, double work) {

  /**
   * Walks the programs in virtual time.
   *
   * @param programs one per rank, in rank order
   * @param byteWidth bytes per element
   */
  public static Price of(List<Program> programs, Layout layout, int byteWidth, ClusterCosts costs) {
    var time = new VirtualTime(programs, layout, byteWidth, costs);
    VirtualTime.walk(programs, time);
    return time.price();
  }

  /**
   * Seconds where at most that many ranks of a host run at once and the others wait for their turn:
   * the bound of Brent (1974), by which all cores share the work and all but one wait for the
   * longest way through it; yet never less than without turns.
   */
  public double secondsInTurns(int cores) {
    return Math.max(seconds, work / cores + seconds * (1 - 1.0 / cores));
  }
}
