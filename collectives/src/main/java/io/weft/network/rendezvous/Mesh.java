package io.weft.network.rendezvous;

import io.weft.network.socket.Connection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Authenticated connections to every other rank. Owns them: closing it closes them all. */
public final class Mesh implements AutoCloseable {
  private final int rank;
  private final UUID meeting;
  private final List<Peer> ranks;
  private final Map<Integer, List<Connection>> connections;
  private final int strangers;

  Mesh(
      int rank,
      UUID meeting,
      List<Peer> ranks,
      Map<Integer, List<Connection>> connections,
      int strangers) {
    this.rank = rank;
    this.meeting = meeting;
    this.ranks = List.copyOf(ranks);
    this.connections = Map.copyOf(connections);
    this.strangers = strangers;
  }

  public int rank() {
    return rank;
  }

  public int world() {
    return ranks.size();
  }

  /** Drawn by rank 0 for this meeting alone, and the same on all ranks. */
  public UUID meeting() {
    return meeting;
  }

  /** Any rank, this one included. */
  public Peer peer(int rank) {
    return ranks.get(rank);
  }

  /** The streams to another rank: as many, and in the same order, on both sides. */
  public List<Connection> connections(int peer) {
    var streams = connections.get(peer);
    if (streams == null) {
      throw new IllegalArgumentException(
          "peer=%d: from 0 to %d without %d".formatted(peer, world() - 1, rank));
    }
    return streams;
  }

  /** Connections that were dropped during the meeting because they proved nothing. */
  public int strangers() {
    return strangers;
  }

  @Override
  public void close() {
    connections.values().forEach(streams -> streams.forEach(Connection::close));
  }
}
