package io.weft.network.handshake;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** 256 bits: a nonce, a hash or a proof. */
public record Bits256(long a, long b, long c, long d) {
  public static final int BYTES = 32;

  public static Bits256 random(SecureRandom random) {
    return new Bits256(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }

  /** The SHA-256 hash of a text. */
  public static Bits256 hashOf(String text) {
    return read(ByteBuffer.wrap(sha256().digest(text.getBytes(StandardCharsets.UTF_8))));
  }

  static Bits256 read(ByteBuffer source) {
    return new Bits256(source.getLong(), source.getLong(), source.getLong(), source.getLong());
  }

  void write(ByteBuffer target) {
    target.putLong(a).putLong(b).putLong(c).putLong(d);
  }

  byte[] toBytes() {
    var bytes = new byte[BYTES];
    write(ByteBuffer.wrap(bytes));
    return bytes;
  }

  /** The first 16 hexadecimal digits: enough to tell two hashes apart. */
  public String abbreviated() {
    return "%016x".formatted(a);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
