package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A connection to a rank from somebody who is not one. */
final class Stranger implements AutoCloseable {
  private final Socket socket;

  Stranger(InetSocketAddress address) throws IOException {
    this.socket = new Socket(address.getAddress(), address.getPort());
    socket.setTcpNoDelay(true);
  }

  void say(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void sayByteByByte(byte[] bytes) throws IOException {
    for (byte one : bytes) {
      socket.getOutputStream().write(one);
    }
  }

  /** Until the other side has closed the connection, with or without unread bytes. */
  void awaitEnd() throws IOException {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  static byte[] randomBytes() {
    var bytes = new byte[4096];
    new SplittableRandom(3).nextBytes(bytes);
    return bytes;
  }

  static byte[] hugeLengths() {
    var bytes = new byte[256];
    Arrays.fill(bytes, (byte) 0x7f);
    return bytes;
  }

  /**
   * Everything a stranger may try at once, each on a connection of its own, until all are dropped.
   *
   * @return how many have been dropped for sure; one more went away at once
   */
  static int tryEverything(InetSocketAddress address, byte[] recorded) throws IOException {
    new Stranger(address).close();
    try (var stranger = new Stranger(address)) {
      stranger.socket.shutdownOutput();
      stranger.awaitEnd();
    }
    for (var bytes : List.of(randomBytes(), hugeLengths(), recorded)) {
      try (var stranger = new Stranger(address)) {
        stranger.say(bytes);
        stranger.awaitEnd();
      }
    }
    try (var stranger = new Stranger(address)) {
      stranger.sayByteByByte(recorded);
      stranger.awaitEnd();
    }
    return 5;
  }

  /** What a client says in a handshake that succeeds on this socket, as an eavesdropper gets it. */
  static byte[] record(Socket socket, Token token, Hello hello) throws IOException {
    var said = new ByteArrayOutputStream();
    var wire = socket.getOutputStream();
    var tapped =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            said.write(value);
            wire.write(value);
          }
        };
    new Handshake(token, socket.getInputStream(), tapped).asClient(hello);
    return said.toByteArray();
  }
}
