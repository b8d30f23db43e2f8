package io.weft.data;

import java.util.regex.Pattern;

/**
 * Whether ranks learn from samples alike, or from some that differ between ranks, to compare
 * methods there. Who has what is a pure function of the labels, the number of ranks and the seed.
 */
public sealed interface Partition {
  /** All ranks get samples of all data, in an order of each epoch. Written {@code iid}. */
  record Even() implements Partition {
    @Override
    public String toString() {
      return "iid";
    }
  }

  /** Ranks have samples of their own, chosen by class. */
  sealed interface ByLabel extends Partition permits ByClass, Dirichlet {
    /** Deals out all samples. */
    Deal deal(Labels labels, int ranks, long seed);
  }

  /** What it is written as, or a sentence about what could be written. */
  static Partition parse(String text) {
    var written = Pattern.compile("([a-z-]+)(?:\\(([^()]*)\\))?").matcher(text.strip());
    if (written.matches()) {
      var value = written.group(2) == null ? "" : written.group(2).strip();
      try {
        switch (written.group(1)) {
          case "iid" -> {
            if (written.group(2) == null) {
              return new Even();
            }
          }
          case "by-class" -> {
            return new ByClass(Integer.parseInt(value));
          }
          case "dirichlet" -> {
            return new Dirichlet(Double.parseDouble(value));
          }
          default -> {}
        }
      } catch (NumberFormatException _) {
        // Refused below, as what has another form.
      }
    }
    throw new IllegalArgumentException(
        "partition \"%s\": give iid, by-class(2) or dirichlet(0.5), with numbers of your own"
            .formatted(text));
  }
}
