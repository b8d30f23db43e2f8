package io.weft.network.rendezvous;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;

/**
 * One blocking, authenticated socket to every other rank. Owns them: closing it closes them all.
 */
public final class Mesh implements AutoCloseable {
  private final int rank;
  private final List<Peer> ranks;
  private final Map<Integer, SocketChannel> channels;
  private final int strangers;

  Mesh(int rank, List<Peer> ranks, Map<Integer, SocketChannel> channels, int strangers) {
    this.rank = rank;
    this.ranks = List.copyOf(ranks);
    this.channels = Map.copyOf(channels);
    this.strangers = strangers;
  }

  public int rank() {
    return rank;
  }

  public int world() {
    return ranks.size();
  }

  /** Any rank, this one included. */
  public Peer peer(int rank) {
    return ranks.get(rank);
  }

  /** The socket to another rank; blocking, without delay for small messages. */
  public SocketChannel channel(int peer) {
    var channel = channels.get(peer);
    if (channel == null) {
      throw new IllegalArgumentException(
          "peer=%d: from 0 to %d without %d".formatted(peer, world() - 1, rank));
    }
    return channel;
  }

  /** Connections that were dropped during the meeting because they proved nothing. */
  public int strangers() {
    return strangers;
  }

  @Override
  public void close() {
    for (var channel : channels.values()) {
      try {
        channel.close();
      } catch (IOException e) {
        // The system has released the socket all the same, and there is nothing left to lose.
      }
    }
  }
}
