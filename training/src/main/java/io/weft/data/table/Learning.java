package io.weft.data.table;

import io.weft.data.DataException;
import io.weft.data.form.Gaps;
import io.weft.data.form.TableForm;
import io.weft.data.form.TableForm.Classes;
import io.weft.data.form.TableForm.Input;
import io.weft.data.form.TableForm.Numbers;
import io.weft.data.form.TableForm.Quantity;
import io.weft.data.form.TableForm.Target;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Finds out what the columns of a table are.
 *
 * @param learnt the rows of which means and deviations are taken; of the others nobody is to know
 */
record Learning(Table table, Optional<Task> task, LongPredicate learnt) {
  /** Whole numbers are classes where there are at most so many of them… */
  private static final int CLASSES_USUAL = 100;

  /** …and each comes as often as that on average. */
  private static final int EACH_LEAST = 2;

  private static final Comparator<String> BY_VALUE =
      Comparator.comparingDouble(Double::parseDouble);

  TableForm form() {
    var inputs = table.inputs().stream().map(this::input).toList();
    var column = table.target().orElseThrow();
    var target =
        switch (task(column)) {
          case CLASSES -> classes(column);
          case REGRESSION -> quantity(column);
        };
    return new TableForm(table.names(), table.named(), inputs, target, table.gaps());
  }

  private Input input(int index) {
    var column = table.column(index);
    column.requireOneKind();
    if (table.gaps() == Gaps.NONE) {
      column.requireNoGaps();
    }
    if (column.hasWords()) {
      column.requireFewWords();
      var words = column.words().seen().stream().map(Words.Seen::text).sorted().toList();
      return new TableForm.Words(column.name(), words);
    }
    var moments = moments(index);
    return new Numbers(column.name(), moments.mean(), moments.deviation());
  }

  private Task task(Column column) {
    column.requireNoGaps();
    if (task.isPresent()) {
      return task.get();
    }
    column.requireOneKind();
    if (column.hasWords()) {
      return Task.CLASSES;
    }
    int different = table.texts().seen().size();
    boolean few = different <= CLASSES_USUAL && (long) EACH_LEAST * different <= table.rows();
    return column.isWhole() && few ? Task.CLASSES : Task.REGRESSION;
  }

  private Target classes(Column column) {
    var texts = table.texts().seen().stream().map(Words.Seen::text).toList();
    if (table.texts().full() || texts.size() > Math.max(2, table.rows() / EACH_LEAST)) {
      throw new DataException(
          "column %s of %s has %s different values in %d lines, such as '%s': %s"
              .formatted(
                  column.name(),
                  table.path(),
                  table.texts().full() ? "too many" : texts.size(),
                  table.rows(),
                  Column.shown(texts.getFirst()),
                  "they are no classes; name the column to learn with --target"));
    }
    if (texts.size() < 2) {
      throw new DataException(
          "column %s of %s has one value, '%s', in all lines: there is nothing to learn; %s"
              .formatted(
                  column.name(),
                  table.path(),
                  Column.shown(texts.getFirst()),
                  "name another with --target"));
    }
    var order = column.hasWords() ? Comparator.<String>naturalOrder() : BY_VALUE;
    return new Classes(column.name(), texts.stream().sorted(order).toList());
  }

  private Target quantity(Column column) {
    column.requireNumbers();
    int index = table.names().indexOf(column.name());
    var moments = moments(index);
    return new Quantity(column.name(), moments.mean(), moments.deviation());
  }

  private record Moments(double mean, double deviation) {}

  /** Of the rows that are learnt from; a column of one value keeps its scale. */
  private Moments moments(int column) {
    double mean = 0;
    double squares = 0; // as Welford adds them up: of differences from the mean
    long count = 0;
    for (long row = 0; row < table.rows(); row++) {
      double value = table.value(row, column);
      if (learnt.test(row) && !Double.isNaN(value)) {
        count++;
        double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
      }
    }
    double deviation = count == 0 ? 0 : Math.sqrt(squares / count);
    return new Moments(mean, deviation > 0 ? deviation : 1);
  }
}
