package io.weft.network.rendezvous;

import java.net.InetSocketAddress;

/**
 * A rank as it registered.
 *
 * @param hostName what its host calls itself
 * @param address where it listened during the meeting
 */
public record Peer(int rank, String hostName, InetSocketAddress address) {
  @Override
  public String toString() {
    return "rank %d (%s, %s)".formatted(rank, hostName, Addresses.spoken(address));
  }
}
