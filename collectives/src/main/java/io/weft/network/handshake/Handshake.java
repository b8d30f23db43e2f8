package io.weft.network.handshake;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Challenge and response, both ways. The side that connected proves itself first, so a stranger who
 * connects gets nothing from which the token could be guessed.
 *
 * <pre>
 * client → server   hello(client)
 * server → client   hello(server)
 * client → server   HMAC(token, role of the client, hello(client), hello(server), binding)
 * server → client   HMAC(token, role of the server, hello(client), hello(server), binding), or zeros
 * </pre>
 *
 * <p>A hello holds everything that is compared later — versions, fingerprint, rank, world, role —
 * and a fresh nonce, so a proof fits one connection, one direction and these claims only. Zeros say
 * that the client's proof was wrong. The streams bring the deadline.
 *
 * <p>Inside TLS the binding is something that only the two ends of this TLS connection have, so a
 * proof that is made in one of them is worth nothing in another one: who ends TLS between two
 * ranks, with a certificate that both accept, cannot pass on what they say. Otherwise it is empty.
 *
 * <p>A side that finds TLS where a hello is due throws {@link TlsDiffersException}.
 */
public final class Handshake {
  static final byte[] LABEL = "weft proof".getBytes(StandardCharsets.US_ASCII);
  private static final String BETWEEN =
      ", and let nobody between them, such as a proxy, decrypt what they say";
  private static final byte[] WRONG = new byte[Bits256.BYTES];

  private final Token token;
  private final byte[] binding;
  private final InputStream in;
  private final OutputStream out;

  /** Without TLS. */
  public Handshake(Token token, InputStream in, OutputStream out) {
    this(token, new byte[0], in, out);
  }

  public Handshake(Token token, byte[] binding, InputStream in, OutputStream out) {
    this.token = token;
    this.binding = binding.clone();
    this.in = in;
    this.out = out;
  }

  /**
   * The side that connected.
   *
   * @return the hello of the server, proved
   * @throws AuthenticationException if either side does not accept the other's proof
   */
  public Hello asClient(Hello own) throws IOException {
    out.write(own.encode());
    var server = hello(own.role().opposite());
    out.write(proof(own.role(), own, server));
    var answer = exactly(Bits256.BYTES);
    if (MessageDigest.isEqual(answer, proof(server.role(), own, server))) {
      return server;
    }
    var refusal =
        MessageDigest.isEqual(answer, WRONG)
            ? "rank %d does not accept the token of rank %d: give both the same %s"
                .formatted(server.rank(), own.rank(), Token.VARIABLE)
            : "the process that answers rank %d as rank %d does not know the token: check %s there"
                .formatted(own.rank(), server.rank(), Token.VARIABLE);
    throw new AuthenticationException(binding.length == 0 ? refusal : refusal + BETWEEN);
  }

  /**
   * The side that was connected to.
   *
   * @return the hello of the client, proved
   * @throws AuthenticationException if the client does not know the token
   */
  public Hello asServer(Hello own) throws IOException {
    var client = clientOf(own);
    out.write(own.encode());
    if (!MessageDigest.isEqual(exactly(Bits256.BYTES), proof(client.role(), client, own))) {
      out.write(WRONG);
      throw new AuthenticationException("a stranger claimed to be rank " + client.rank());
    }
    out.write(proof(own.role(), client, own));
    return client;
  }

  private Hello clientOf(Hello own) throws IOException {
    try {
      return hello(own.role().opposite());
    } catch (TlsDiffersException e) {
      out.write(own.encode()); // From which the client learns that we do not speak TLS.
      throw e;
    }
  }

  private Hello hello(Role expected) throws IOException {
    var bytes = in.readNBytes(Hello.BYTES);
    if (isTls(bytes)) {
      throw new TlsDiffersException("the other side speaks TLS");
    }
    var hello = Hello.decode(complete(bytes, Hello.BYTES));
    if (hello.role() != expected) {
      throw new MalformedException("role %s where %s is due".formatted(hello.role(), expected));
    }
    return hello;
  }

  /** Whether it begins as an alert or a handshake of TLS does. */
  private static boolean isTls(byte[] bytes) {
    return bytes.length >= 2 && (bytes[0] == 0x15 || bytes[0] == 0x16) && bytes[1] == 0x03;
  }

  private byte[] exactly(int count) throws IOException {
    return complete(in.readNBytes(count), count);
  }

  private static byte[] complete(byte[] bytes, int count) throws EOFException {
    if (bytes.length < count) {
      throw new EOFException("the connection ended in the handshake");
    }
    return bytes;
  }

  private byte[] proof(Role prover, Hello client, Hello server) {
    var role = new byte[] {prover.code()};
    return token.sign(LABEL, role, client.encode(), server.encode(), binding);
  }
}
