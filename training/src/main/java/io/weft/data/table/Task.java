package io.weft.data.table;

/** What is learnt of a table. */
public enum Task {
  /** Which of a few values a column has. */
  CLASSES,
  /** Which number. */
  REGRESSION
}
