package io.weft.network.handshake;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class HandshakeTest {
  private static final Token TOKEN = Token.of("0123456789abcdef");
  private static final Bits256 FINGERPRINT = Bits256.hashOf("job");
  private static final Identity ZERO = new Identity(0, 4, "0.1", FINGERPRINT);
  private static final Identity THREE = new Identity(3, 4, "0.1", FINGERPRINT);

  @Test
  void every_hello_survives_the_wire() {
    forAll(
        draw -> {
          var identity =
              new Identity(
                  draw.between(0, Integer.MAX_VALUE),
                  draw.between(1, Limits.WORLD_MAX),
                  "v".repeat(draw.between(1, Limits.PROGRAM_BYTES_MAX)),
                  Bits256.hashOf("" + draw.between(0, 99)));
          var hello =
              identity.hello(
                  draw.oneOf(List.of(Role.values())), draw.between(0, Limits.STREAMS_MAX - 1));
          assertThat(decode(hello.encode())).isEqualTo(hello);
        });
  }

  @Test
  void a_proof_fits_one_connection_only() throws IOException {
    var client = THREE.hello(Role.MEMBER);
    var first = ZERO.hello(Role.MASTER);
    var recorded = conversation(client, first);
    assertThat(server(recorded, first)).isEqualTo(client);
    assertThatThrownBy(() -> server(recorded, ZERO.hello(Role.MASTER)))
        .isInstanceOf(AuthenticationException.class);
  }

  @Test
  void an_echo_of_our_own_bytes_proves_nothing() {
    var own = ZERO.hello(Role.MASTER);
    assertThatThrownBy(() -> server(own.encode(), own)).isInstanceOf(MalformedException.class);
  }

  /** What a stranger says comes to a terminal in the list of those that were refused. */
  @Test
  void a_version_that_orders_a_terminal_about_is_not_repeated() {
    var hello = THREE.hello(Role.MEMBER).encode();
    hello[Hello.BYTES - Limits.PROGRAM_BYTES_MAX] = 0x1b;
    assertThatThrownBy(() -> Hello.decode(hello))
        .isInstanceOf(MalformedException.class)
        .hasMessage("a program version that cannot be printed");
  }

  @Test
  void each_claim_is_covered_by_the_proof() throws IOException {
    var server = ZERO.hello(Role.MASTER);
    var recorded = conversation(THREE.hello(Role.MEMBER), server);
    for (int i = 0; i < recorded.length; i++) {
      var changed = recorded.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> server(changed, server))
          .as("byte %d", i)
          .isInstanceOfAny(AuthenticationException.class, MalformedException.class);
    }
  }

  @Test
  void differences_are_told_with_both_values() {
    var other = new Identity(3, 4, "0.2", FINGERPRINT).hello(Role.MEMBER);
    assertThat(ZERO.hello(Role.MASTER).differenceFrom(other))
        .contains(
            "program versions differ: 0.1 on rank 0, 0.2 on rank 3; start all ranks with the same");
    assertThat(ZERO.hello(Role.MASTER).differenceFrom(THREE.hello(Role.MEMBER))).isEmpty();
  }

  /** What the client says in an undisturbed handshake. */
  private static byte[] conversation(Hello client, Hello server) throws IOException {
    var said = new ByteArrayOutputStream();
    said.write(client.encode());
    said.write(
        TOKEN.sign(
            "weft proof".getBytes(StandardCharsets.US_ASCII),
            new byte[] {client.role().code()},
            client.encode(),
            server.encode()));
    return said.toByteArray();
  }

  private static Hello server(byte[] said, Hello own) throws IOException {
    InputStream in = new ByteArrayInputStream(said);
    return new Handshake(TOKEN, in, OutputStream.nullOutputStream()).asServer(own);
  }

  private static Hello decode(byte[] bytes) {
    try {
      return Hello.decode(bytes);
    } catch (MalformedException e) {
      throw new AssertionError(e);
    }
  }
}
