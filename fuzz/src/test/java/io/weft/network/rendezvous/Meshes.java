package io.weft.network.rendezvous;

import io.weft.network.socket.Connection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Rank 0 of two ranks that have never met. */
public final class Meshes {
  /** From which the epoch of their frames follows. */
  public static final UUID MEETING = new UUID(0, 4711);

  private Meshes() {}

  public static Mesh of(List<Connection> streams) {
    var address = List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    var peers = List.of(new Peer(0, "here", address), new Peer(1, "there", address));
    return new Mesh(0, MEETING, peers, Map.of(1, streams), 0);
  }
}
