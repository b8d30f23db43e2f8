package io.weft.network.handshake;

import java.security.SecureRandom;

/**
 * What a rank says of itself on all its connections.
 *
 * @param program the version of the program, printable ASCII
 * @param fingerprint the hash of the job's configuration
 */
public record Identity(int rank, int world, String program, Bits256 fingerprint) {
  private static final SecureRandom RANDOM = new SecureRandom();

  public Identity {
    if (world < 1 || world > Limits.WORLD_MAX) {
      throw new IllegalArgumentException(
          "world=%d: from 1 to %d".formatted(world, Limits.WORLD_MAX));
    }
    if (rank < 0) {
      throw new IllegalArgumentException("rank=%d: at least 0".formatted(rank));
    }
    if (!isProgramVersion(program)) {
      throw new IllegalArgumentException(
          "program version '%s': 1 to %d printable ASCII characters"
              .formatted(program, Limits.PROGRAM_BYTES_MAX));
    }
  }

  static boolean isProgramVersion(String text) {
    return !text.isEmpty()
        && text.length() <= Limits.PROGRAM_BYTES_MAX
        && text.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /** A hello with a fresh nonce, for one connection. */
  public Hello hello(Role role) {
    return hello(role, 0);
  }

  /** The same from a caller, for one of the streams of a pair. */
  public Hello hello(Role role, int stream) {
    return new Hello(Hello.PROTOCOL, role, stream, Bits256.random(RANDOM), this);
  }
}
