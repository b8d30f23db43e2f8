package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.handshake.Identity;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/** A master's address on this machine, and ranks that meet there as threads of this process. */
record Ranks(ServerSocketChannel listener, InetSocketAddress master) {
  static final Token TOKEN = Token.of("a token for the tests of the rendezvous");

  /** For ranks that wait in vain: long beside what a slow machine needs to meet. */
  static final Duration SHORT = Duration.ofSeconds(3);

  /** More than the connections of any test, so that none has to be tried again by the system. */
  private static final int BACKLOG = 1024;

  static Ranks at(InetAddress address) throws IOException {
    var listener = ServerSocketChannel.open().bind(new InetSocketAddress(address, 0), BACKLOG);
    return new Ranks(listener, (InetSocketAddress) listener.getLocalAddress());
  }

  static Ranks onLoopback() throws IOException {
    return at(InetAddress.ofLiteral("127.0.0.1"));
  }

  static Identity identity(int rank, int world) {
    return RendezvousOptions.identity(rank, world, "0.1", "job");
  }

  RendezvousOptions options(int rank, int world) {
    return options(identity(rank, world), TOKEN);
  }

  RendezvousOptions options(Identity identity, Token token) {
    var options = RendezvousOptions.of(identity, master, token);
    return identity.rank() == 0 ? options.withListener(listener) : options;
  }

  List<RendezvousOptions> all(int world) {
    var ranks = new ArrayList<RendezvousOptions>();
    for (int rank = 0; rank < world; rank++) {
      ranks.add(options(rank, world));
    }
    return ranks;
  }

  /** All ranks with the same change to their options. */
  List<RendezvousOptions> all(int world, UnaryOperator<RendezvousOptions> change) {
    return all(world).stream().map(change).toList();
  }

  /** What each rank ends with, when all start at once. */
  static List<Future<Mesh>> outcomes(List<RendezvousOptions> ranks) throws InterruptedException {
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var calls = new ArrayList<Callable<Mesh>>();
      ranks.forEach(options -> calls.add(() -> Rendezvous.meet(options)));
      return threads.invokeAll(calls);
    }
  }

  /** The meshes, when all start at once and succeed. */
  static List<Mesh> meet(List<RendezvousOptions> ranks) throws InterruptedException {
    return outcomes(ranks).stream().map(Ranks::mesh).toList();
  }

  private static Mesh mesh(Future<Mesh> outcome) {
    return switch (outcome.state()) {
      case SUCCESS -> outcome.resultNow();
      case FAILED -> throw new AssertionError("a rank failed", outcome.exceptionNow());
      case CANCELLED, RUNNING -> throw new AssertionError("a rank did not end");
    };
  }

  /** The failures, when all start at once and none succeeds. */
  static List<Throwable> failures(List<RendezvousOptions> ranks) throws InterruptedException {
    return outcomes(ranks).stream().map(Future::exceptionNow).toList();
  }

  /** On each stream each rank sends every other one a byte that names both and the stream. */
  static void exchange(List<Mesh> meshes) throws IOException {
    for (var mesh : meshes) {
      for (int peer = 0; peer < mesh.world(); peer++) {
        if (peer != mesh.rank()) {
          for (var connection : mesh.connections(peer)) {
            int stream = mesh.connections(peer).indexOf(connection);
            connection.write(ByteBuffer.wrap(name(mesh.rank(), peer, stream)));
          }
        }
      }
    }
    for (var mesh : meshes) {
      for (int peer = 0; peer < mesh.world(); peer++) {
        if (peer != mesh.rank()) {
          for (var connection : mesh.connections(peer)) {
            int stream = mesh.connections(peer).indexOf(connection);
            var received = ByteBuffer.allocate(3);
            connection.read(received);
            assertThat(received.array()).isEqualTo(name(peer, mesh.rank(), stream));
          }
        }
      }
    }
  }

  private static byte[] name(int from, int to, int stream) {
    return new byte[] {(byte) from, (byte) to, (byte) stream};
  }
}
