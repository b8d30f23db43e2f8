package io.weft.checkpoint;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The SHA-256 of an object of JSON as its own last field: of every byte before that field. The
 * object stays one that any program can read.
 */
final class Seal {
  private static final String BEFORE = ",\"sha256\":\"";
  private static final String AFTER = "\"}";
  private static final int BYTES = BEFORE.length() + 64 + AFTER.length();

  private Seal() {}

  /**
   * The same object with its seal.
   *
   * @param json an object with at least one field that ends with its brace
   */
  static byte[] put(byte[] json) {
    int length = json.length - 1;
    var seal = of(json, length);
    var sealed = Arrays.copyOf(json, length + BYTES);
    System.arraycopy(seal, 0, sealed, length, BYTES);
    return sealed;
  }

  /** Whether an object has the seal that it must have. */
  static boolean fits(byte[] json) {
    int length = json.length - BYTES;
    return length >= 0 && Arrays.equals(json, length, json.length, of(json, length), 0, BYTES);
  }

  private static byte[] of(byte[] json, int length) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(json, 0, length);
      var hash = HexFormat.of().formatHex(digest.digest());
      return (BEFORE + hash + AFTER).getBytes(StandardCharsets.US_ASCII);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
