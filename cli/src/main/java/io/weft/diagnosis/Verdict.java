package io.weft.diagnosis;

import java.util.Locale;

/** How bad it is. */
public enum Verdict {
  OK,
  /** It will work, but not well or not for every job. */
  WARN,
  /** It will not work. */
  FAIL;

  /** As it is printed: {@code warn}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
