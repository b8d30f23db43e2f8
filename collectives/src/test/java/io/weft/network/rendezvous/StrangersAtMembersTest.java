package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.network.handshake.Frame;
import io.weft.network.handshake.FrameCodec;
import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * Strangers at the sockets where ranks wait for streams. Rank 2 is played by the test, because only
 * a rank learns these addresses, and ranks wait there only until all streams have come.
 */
class StrangersAtMembersTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);
  private static final int STREAMS = 2;

  @Test
  void strangers_are_dropped_while_ranks_wait_for_streams() {
    assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks = meeting.all(3, rank -> rank.withStreams(STREAMS)).subList(0, 2);
          try (var thread = Executors.newSingleThreadExecutor();
              var sockets = new Sockets();
              var master = connect(meeting.master())) {
            var real = thread.submit(() -> Ranks.meet(ranks));
            var table = register(master);
            var token = Ranks.TOKEN.forMeeting(table.meeting());
            var first = sockets.call(table.addresses().get(0), 1, token);
            var second = sockets.call(table.addresses().get(1), 1, token);
            int atMaster = Stranger.tryEverything(table.addresses().get(0), first);
            int atMember = Stranger.tryEverything(table.addresses().get(1), second);
            assertThat(sockets.call(table.addresses().get(1), 0, token)).isNotEmpty();
            say(master, new Frame.Connected());
            assertThat(hear(master)).isEqualTo(new Frame.Begin());
            var meshes = real.get();
            assertThat(meshes.get(0).strangers()).isBetween(atMaster, atMaster + 1);
            assertThat(meshes.get(1).strangers()).isBetween(atMember, atMember + 1);
            assertThat(meshes).extracting(Mesh::meeting).containsOnly(table.meeting());
            meshes.forEach(Mesh::close);
          }
        });
  }

  private record Table(UUID meeting, List<InetSocketAddress> addresses) {}

  /** The streams of rank 2. */
  private static final class Sockets implements AutoCloseable {
    private final List<Socket> open = new ArrayList<>();

    /** What was said in the handshake. */
    byte[] call(InetSocketAddress address, int stream, Token token) throws IOException {
      var socket = connect(address);
      open.add(socket);
      var hello = Ranks.identity(2, 3).hello(Role.CALLER, stream);
      var said = Stranger.record(socket, token, hello);
      assertThat(hear(socket)).isEqualTo(new Frame.Accepted(0));
      return said;
    }

    @Override
    public void close() throws IOException {
      for (var socket : open) {
        socket.close();
      }
    }
  }

  private static Table register(Socket master) throws IOException {
    new Handshake(Ranks.TOKEN, master.getInputStream(), master.getOutputStream())
        .asClient(Ranks.identity(2, 3).hello(Role.MEMBER));
    var nowhere = new InetSocketAddress(master.getLocalAddress(), 9);
    say(master, new Frame.Register("elsewhere", List.of(nowhere), STREAMS));
    assertThat(hear(master)).isInstanceOf(Frame.Accepted.class);
    if (!(hear(master) instanceof Frame.Gathered(var meeting))) {
      throw new AssertionError("no table");
    }
    var addresses = new ArrayList<InetSocketAddress>();
    for (int rank = 0; rank < 3; rank++) {
      if (hear(master) instanceof Frame.Entry(_, _, var itsAddresses)) {
        addresses.add(itsAddresses.getFirst());
      }
    }
    return new Table(meeting, addresses);
  }

  private static Socket connect(InetSocketAddress address) throws IOException {
    return new Socket(address.getAddress(), address.getPort());
  }

  private static void say(Socket socket, Frame frame) throws IOException {
    socket.getOutputStream().write(FrameCodec.encode(frame));
  }

  private static Frame hear(Socket socket) throws IOException {
    return FrameCodec.read(socket.getInputStream());
  }
}
