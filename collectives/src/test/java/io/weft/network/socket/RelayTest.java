package io.weft.network.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Bits256;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Identity;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Somebody between two ranks, whom both accept in TLS and who passes on what each of them says. */
class RelayTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);
  private static final Token TOKEN = Token.of("a token that the relay does not know");

  /** What comes of a handshake through a relay, on both sides. */
  private record Outcome(Future<Hello> calling, Future<Hello> answering) {}

  private interface Check {
    void of(Outcome outcome) throws Exception;
  }

  private static Identity identity(int rank) {
    return new Identity(rank, 2, "0.1", Bits256.hashOf("job"));
  }

  private static Optional<Tls> tls(String name) {
    return Optional.of(KeyStores.shared().tls(name));
  }

  @Test
  void it_is_refused_by_both_sides_where_it_ends_tls() {
    relayed(
        tls("odd"),
        tls("even"),
        outcome -> {
          assertThatThrownBy(() -> outcome.answering.get())
              .cause()
              .isInstanceOf(AuthenticationException.class)
              .hasMessage("a stranger claimed to be rank 1");
          assertThatThrownBy(() -> outcome.calling.get())
              .cause()
              .isInstanceOf(AuthenticationException.class)
              .hasMessage(
                  "rank 0 does not accept the token of rank 1: give both the same WEFT_TOKEN, and"
                      + " let nobody between them, such as a proxy, decrypt what they say");
        });
  }

  /** Who cannot tell where bytes come from accepts what a faithful relay passes on. */
  @Test
  void it_is_faithful_and_not_noticed_without_tls() {
    relayed(
        Optional.empty(),
        Optional.empty(),
        outcome -> {
          assertThat(outcome.answering.get().rank()).isEqualTo(1);
          assertThat(outcome.calling.get().rank()).isZero();
        });
  }

  /**
   * Has rank 1 call rank 0 through a relay.
   *
   * @param odd the key of rank 1, which the relay has as well, as it has that of rank 0
   */
  private static void relayed(Optional<Tls> odd, Optional<Tls> even, Check check) {
    assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          try (var threads = Executors.newCachedThreadPool();
              var member = new Endpoint(identity(1), odd, "member");
              var master = new Endpoint(identity(0), even, "master");
              var asMaster = new Endpoint(identity(0), even, "relay");
              var asMember = new Endpoint(identity(1), odd, "relay");
              var front = listener();
              var back = listener()) {
            var answering =
                threads.submit(
                    () -> Wire.answering(master, back.accept()).asServer(TOKEN, hello(master)));
            var relaying =
                threads.submit(
                    () ->
                        relay(
                            Wire.answering(asMaster, front.accept()).release(),
                            Wire.calling(asMember, to(back)).release(),
                            threads));
            var calling =
                threads.submit(
                    () -> Wire.calling(member, to(front)).asClient(TOKEN, hello(member)));
            check.of(new Outcome(calling, answering));
            assertThat(relaying.get()).isTrue();
          }
        });
  }

  private static Hello hello(Endpoint endpoint) {
    return endpoint.identity().hello(endpoint.identity().rank() == 0 ? Role.MASTER : Role.MEMBER);
  }

  private static ServerSocketChannel listener() throws IOException {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
  }

  private static SocketChannel to(ServerSocketChannel listener) throws IOException {
    return SocketChannel.open(listener.getLocalAddress());
  }

  /** Whether all of a handshake has been passed on, both ways. */
  private static boolean relay(Connection member, Connection master, ExecutorService threads)
      throws Exception {
    try (member;
        master) {
      var there = threads.submit(() -> pass(member, master));
      return pass(master, member) && there.get();
    }
  }

  /** Either side says as many bytes in a handshake. */
  private static boolean pass(Connection from, Connection to) throws IOException {
    var bytes = ByteBuffer.allocate(Hello.BYTES + Bits256.BYTES);
    for (int sent = 0; bytes.hasRemaining(); sent = bytes.position()) {
      if (from.read(bytes) < 0) {
        return false;
      }
      to.write(bytes.duplicate().flip().position(sent));
    }
    return true;
  }
}
