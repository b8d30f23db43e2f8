package io.weft.network.rendezvous;

import io.weft.network.socket.Addresses;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A rank as it registered.
 *
 * @param hostName what its host calls itself
 * @param addresses where it listened during the meeting, at least one
 */
public record Peer(int rank, String hostName, List<InetSocketAddress> addresses) {
  public Peer {
    addresses = List.copyOf(addresses);
  }

  /**
   * Where a rank lives: ranks share a host if it has the same name and is reached at the same
   * address.
   */
  public record Host(String name, String address) {}

  public Host host() {
    return new Host(hostName, address().getAddress().getHostAddress());
  }

  /** The first of its addresses. */
  public InetSocketAddress address() {
    return addresses.getFirst();
  }

  @Override
  public String toString() {
    return "rank %d (%s, %s)".formatted(rank, hostName, Addresses.spoken(address()));
  }
}
