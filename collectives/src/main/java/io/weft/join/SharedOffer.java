package io.weft.join;

import io.weft.network.shared.Allowance;
import java.io.IOException;

/**
 * What the first rank of a host offers the others to map.
 *
 * @param nonce what the file begins with
 * @param name of the file, in the folder that all have
 */
record SharedOffer(long nonce, String name, Allowance allowance) {
  private static final String START = "map ";
  private static final int WORDS = 4;

  /** Whether a text is one, and not the reason why there is none. */
  static boolean isOne(String text) {
    return text.startsWith(START);
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IOException if no rank of ours would offer that
   */
  static SharedOffer parse(String text) throws IOException {
    var words = text.split(" ", -1);
    try {
      if (words.length == WORDS) {
        var allowance = new Allowance(Long.parseLong(words[3]));
        return new SharedOffer(Long.parseLong(words[1]), words[2], allowance);
      }
    } catch (IllegalArgumentException _) {
      // Refused below, as what has other words.
    }
    throw new IOException("'%s' is no offer of a number, a name and a size".formatted(text));
  }

  @Override
  public String toString() {
    return START + nonce + " " + name + " " + allowance.portionBytes();
  }
}
