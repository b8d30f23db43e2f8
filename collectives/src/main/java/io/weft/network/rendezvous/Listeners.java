package io.weft.network.rendezvous;

import io.weft.network.handshake.Frame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/** Where ranks listen. */
final class Listeners {
  /** Connections that the system keeps for us beyond one for each rank. */
  private static final int BACKLOG_EXTRA = 64;

  private Listeners() {}

  static ServerSocketChannel listen(Meeting meeting, InetSocketAddress address)
      throws RefusedException {
    try {
      var listener = ServerSocketChannel.open();
      meeting.sockets().add(listener);
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      return listener.bind(address, meeting.world() + BACKLOG_EXTRA);
    } catch (IOException e) {
      throw new RefusedException(
          Frame.Reason.ADDRESS,
          "rank %d cannot listen at %s (%s): take a free port and an address of this host"
              .formatted(meeting.rank(), Addresses.spoken(address), e.getMessage()));
    }
  }

  static InetSocketAddress addressOf(ServerSocketChannel listener) throws RefusedException {
    try {
      return (InetSocketAddress) listener.getLocalAddress();
    } catch (IOException e) {
      throw new RefusedException(
          Frame.Reason.ADDRESS, "the given listener is closed: give an open, bound one");
    }
  }
}
