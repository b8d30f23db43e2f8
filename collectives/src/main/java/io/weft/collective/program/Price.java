package io.weft.collective.program;

import java.util.List;

/**
 * What a collective costs, found by walking its programs.
 *
 * @param seconds until the last rank is done
 * @param messages sent by all ranks together
 * @param bytes sent by all ranks together, put and get included
 * @param bytesMost sent by the rank that sends most
 */
public record Price(double seconds, long messages, double bytes, double bytesMost) {

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
}
