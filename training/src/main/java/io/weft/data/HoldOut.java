package io.weft.data;

import java.util.HashSet;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * How much of data is held out for validation: a share of the samples, but no more than so many.
 * Which ones, a seed draws, so that a file may have its classes in any order.
 */
public record HoldOut(double share, long most) {
  /** A tenth, but no more than what is looked at quickly. */
  public static final HoldOut USUAL = new HoldOut(0.1, 256);

  public HoldOut {
    if (!(share > 0 && share <= 1) || most < 1) {
      throw refused(share + "," + most);
    }
  }

  /** Two parts of data: of each sample either learns a model, or it is judged by it. */
  public record Parts(Dataset learnt, Dataset heldOut) {}

  /** A share as in {@code 0.2}, a number of samples as in {@code 500}, or both; 0 is nothing. */
  public static Optional<HoldOut> parse(String text) {
    var parts = text.strip().split(",", -1);
    double first = number(text, parts[0]);
    if (parts.length == 1 && first == 0) {
      return Optional.empty();
    }
    if (parts.length == 1) {
      return Optional.of(
          first < 1 ? new HoldOut(first, Long.MAX_VALUE) : new HoldOut(1, whole(text, first)));
    }
    if (parts.length > 2 || !(first > 0 && first < 1)) {
      throw refused(text);
    }
    return Optional.of(new HoldOut(first, whole(text, number(text, parts[1]))));
  }

  private static double number(String all, String part) {
    try {
      double number = Double.parseDouble(part.strip());
      if (number >= 0 && number <= Integer.MAX_VALUE) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Refused below, as what is out of range.
    }
    throw refused(all);
  }

  private static long whole(String all, double number) {
    if (number < 1 || number != Math.rint(number)) {
      throw refused(all);
    }
    return (long) number;
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "held out %s: give a share of the samples below 1, as in 0.2, a whole number of them, as in"
                .formatted(text)
            + " 500, both, as in 0.1,256, or 0 for none");
  }

  /** How many of so many samples; none if they are too few for their share. */
  public long count(long samples) {
    return Math.min((long) (share * samples), most);
  }

  /**
   * Divides data.
   *
   * @return empty if it has too few samples to hold one out
   * @throws DataException if nothing is left to learn from
   */
  public Optional<Parts> divide(Dataset data, long seed) {
    long all = data.samples();
    long count = count(all);
    if (count == 0) {
      return Optional.empty();
    }
    if (count == all) {
      throw new DataException(
          "all %d samples are held out, and none is left to learn from: hold fewer out"
              .formatted(all));
    }
    return Optional.of(
        new Parts(new Drawn(data, count, all - count, seed), new Drawn(data, 0, count, seed)));
  }

  /** Which of so many samples are learnt from where {@link #divide} divides them. */
  public static LongPredicate learnt(Optional<HoldOut> heldOut, long samples, long seed) {
    long count = heldOut.map(it -> it.count(samples)).orElse(0L);
    var order = Drawn.order(samples, seed);
    var held = new HashSet<Long>();
    for (long at = 0; at < count; at++) {
      held.add(order.at(at));
    }
    return sample -> !held.contains(sample);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    if (most == Long.MAX_VALUE) {
      return Double.toString(share);
    }
    return share == 1 ? Long.toString(most) : share + "," + most;
  }
}
