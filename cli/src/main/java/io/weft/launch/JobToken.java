package io.weft.launch;

import java.security.SecureRandom;
import java.util.HexFormat;

/** The secret that the ranks of one job share; it never prints itself. */
final class JobToken {
  /** As long as the output of the hash that proves its possession, HMAC-SHA256. */
  private static final int BYTES = 32;

  static final String VARIABLE = "WEFT_TOKEN";

  private final String hex;

  private JobToken(String hex) {
    this.hex = hex;
  }

  static JobToken random() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new JobToken(HexFormat.of().formatHex(bytes));
  }

  /** For the environment of a rank, and for nothing else. */
  String secret() {
    return hex;
  }

  @Override
  public String toString() {
    return "a job token";
  }
}
