package io.weft.data.form;

/** What becomes of cells of a table that have no value. */
public enum Gaps {
  /** Refused. */
  NONE,
  /** The mean of the column; of words, none of them. */
  MEAN,
  /** Their lines are left out. */
  DROP
}
