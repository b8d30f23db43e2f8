package io.weft.data.table;

import io.weft.data.form.Gaps;
import java.util.List;
import java.util.Optional;

/**
 * How a table is to be understood; what is not said is found out.
 *
 * @param target the column that is learnt, by name or by number from 1 on; else the last
 * @param task what is learnt of it; else what it holds
 * @param ignored columns that are not learnt from
 * @param named whether the first line has the names of columns; else as it looks
 */
public record TableReading(
    Optional<String> target,
    Optional<Task> task,
    Gaps gaps,
    List<String> ignored,
    Optional<Boolean> named) {
  /** Nothing is said. */
  public static final TableReading USUAL =
      new TableReading(Optional.empty(), Optional.empty(), Gaps.NONE, List.of(), Optional.empty());

  public TableReading {
    ignored = List.copyOf(ignored);
  }
}
