package io.weft.tensor;

import java.util.Locale;

/**
 * What becomes of two elements that meet.
 *
 * <p>Integers wrap around as in Java. {@code MIN} and {@code MAX} follow {@link Math#min(float,
 * float)}: a NaN wins, and −0 is below +0. {@code MEAN} is a sum that is divided by the number of
 * ranks once, at the end (for integers towards zero).
 */
public enum Reduction {
  SUM,
  MEAN,
  MIN,
  MAX,
  PRODUCT;

  /** The name used on command lines and in JSON: {@code sum}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
