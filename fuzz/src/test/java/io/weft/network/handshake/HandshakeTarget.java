package io.weft.network.handshake;

import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Target;
import io.weft.network.socket.TlsDoor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** What a stranger says first, to either side, and the frames of a rendezvous. */
public final class HandshakeTarget implements Target {
  private static final Token TOKEN = Token.of("0123456789abcdef");
  private static final byte[] PREAMBLE_OF_TLS = {0x16, 0x03, 0x01, 0x02, 0x00, 0x01};
  private static final Hello CLIENT = hello(3, Role.MEMBER, 7);
  private static final Hello SERVER = hello(0, Role.MASTER, 8);

  private static final OutputStream OUT = OutputStream.nullOutputStream();

  private static Hello hello(int rank, Role role, long nonce) {
    var identity = new Identity(rank, 4, "0.1", Bits256.hashOf("job"));
    return new Hello(Hello.PROTOCOL, role, 0, new Bits256(nonce, 1, 2, 3), identity);
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    var frames = new ByteArrayOutputStream();
    var addresses =
        List.of(
            new InetSocketAddress(InetAddress.ofLiteral("10.0.0.1"), 29_500),
            new InetSocketAddress(InetAddress.ofLiteral("fd77::1"), 1));
    for (var frame :
        List.of(
            new Frame.Register("node1", addresses, 2),
            new Frame.Accepted(30_000),
            new Frame.Gathered(new UUID(1, 2)),
            new Frame.Entry(3, "node2", addresses),
            new Frame.Connected(),
            new Frame.Begin(),
            new Frame.Refused(Frame.Reason.TIMEOUT, "the rendezvous timed out"))) {
      frames.writeBytes(FrameCodec.encode(frame));
    }
    return List.of(
        Input.of(0, said(CLIENT, Role.MEMBER)),
        Input.of(1, said(SERVER, Role.MASTER)),
        Input.of(2, frames.toByteArray()),
        Input.of(0, PREAMBLE_OF_TLS),
        Input.of(1, PREAMBLE_OF_TLS),
        Input.of(3, TlsDoor.greeting()),
        Input.of(3, CLIENT.encode()));
  }

  /** What one of the two says to the other, with the token. */
  private static byte[] said(Hello own, Role role) {
    var said = new ByteArrayOutputStream();
    said.writeBytes(own.encode());
    said.writeBytes(
        TOKEN.sign(Handshake.LABEL, new byte[] {role.code()}, CLIENT.encode(), SERVER.encode()));
    return said.toByteArray();
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    int which = input.below(4);
    var said = input.rest();
    var in = new ByteArrayInputStream(said);
    switch (which) {
      case 0 -> answer(in, said);
      case 1 ->
          Refusal.only(
              () -> printable(() -> new Handshake(TOKEN, in, OUT).asClient(CLIENT)),
              IOException.class,
              AuthenticationException.class);
      case 2 ->
          Refusal.only(
              () -> printable(() -> readFrames(in)), MalformedException.class, EOFException.class);
      default -> Refusal.only(() -> TlsDoor.answer(said), IOException.class);
    }
  }

  /** Reasons come to a terminal, and repeat nothing that it would take for orders. */
  private static void printable(Refusal.Body body) throws Exception {
    try {
      body.run();
    } catch (IOException | AuthenticationException e) {
      if (String.valueOf(e.getMessage()).chars().anyMatch(Character::isISOControl)) {
        throw new AssertionError("a refusal with control characters", e);
      }
      throw e;
    }
  }

  /** Nobody is believed who does not know the token. */
  private static void answer(InputStream in, byte[] said) throws Exception {
    Refusal.only(
        () -> {
          printable(() -> new Handshake(TOKEN, in, OUT).asServer(SERVER));
          var valid = said(CLIENT, Role.MEMBER);
          if (!Arrays.equals(valid, Arrays.copyOf(said, valid.length))) {
            throw new AssertionError("a stranger was believed");
          }
        },
        IOException.class,
        AuthenticationException.class);
  }

  /** What is read can be said again. */
  private static void readFrames(InputStream in) throws IOException {
    while (in.available() > 0) {
      var frame = FrameCodec.read(in);
      var again = FrameCodec.read(new ByteArrayInputStream(FrameCodec.encode(frame)));
      if (!again.equals(frame)) {
        throw new AssertionError(frame + " is not read as it is written");
      }
    }
  }
}
