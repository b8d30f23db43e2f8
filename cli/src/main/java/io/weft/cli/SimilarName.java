package io.weft.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The name that was probably meant by a word that is none. */
final class SimilarName {
  private SimilarName() {}

  /** The name with the fewest edits, unless they would change more than a third of the word. */
  static Optional<String> to(String word, Collection<String> names) {
    int editsMax = Math.ceilDiv(word.length(), 3);
    return names.stream()
        .filter(name -> edits(word, name) <= editsMax)
        .min(Comparator.comparingInt(name -> edits(word, name)));
  }

  /** How many letters must be inserted, removed or replaced (Levenshtein's distance). */
  static int edits(String a, String b) {
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
      }
      last = row;
    }
    return last[b.length()];
  }
}
