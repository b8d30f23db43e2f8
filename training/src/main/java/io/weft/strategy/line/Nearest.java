package io.weft.strategy.line;

import java.util.Collection;
import java.util.Optional;

/** Finds the name that was probably meant by a word that is none. */
public final class Nearest {
  /** Beyond three slips the guess would be noise. */
  private static final int SLIPS_MAX = 3;

  /** Shorter words begin too many names to count as an abbreviation. */
  private static final int ABBREVIATION_MIN = 3;

  private Nearest() {}

  /**
   * The name closest to the word, the first of several; empty if none is close. A slip is a letter
   * inserted, left out, replaced, or swapped with its neighbour; up to half of the word's letters,
   * and at most three, may be slips. An abbreviation counts as one slip: {@code param} is near
   * {@code parameter-server}.
   */
  public static Optional<String> to(String word, Collection<String> names) {
    int best = Math.min(SLIPS_MAX, Math.ceilDiv(word.length(), 2)) + 1;
    String nearest = null;
    for (String name : names) {
      int slips = slips(word, name);
      if (slips < best) {
        best = slips;
        nearest = name;
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static int slips(String word, String name) {
    int slips = distance(word, name);
    return slips > 1 && (abbreviates(word, name) || abbreviates(name, word)) ? 1 : slips;
  }

  private static boolean abbreviates(String part, String whole) {
    return part.length() >= ABBREVIATION_MIN && whole.startsWith(part);
  }

  /** The edit distance with swaps of neighbours (optimal string alignment). */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1 && j > 1 && swapped(a, i, b, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
    }
    return row[b.length()];
  }

  private static boolean swapped(String a, int i, String b, int j) {
    return a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
