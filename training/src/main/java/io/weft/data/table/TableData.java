package io.weft.data.table;

import io.weft.data.ArrayShape;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import io.weft.data.form.Gaps;
import io.weft.data.form.TableForm;
import io.weft.data.form.TableForm.Classes;
import io.weft.data.form.TableForm.Input;
import io.weft.data.form.TableForm.Numbers;
import io.weft.data.form.TableForm.Quantity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/** The rows of a table as samples, by a form. */
public final class TableData implements Dataset {
  private final Table table;
  private final TableForm form;

  /** For each input the place of each of its words; empty for numbers. */
  private final int[][] places;

  /** The class of each text of the column that is learnt. */
  private final int[] classes;

  private TableData(Table table, TableForm form) {
    this.table = table;
    this.form = form;
    this.places = new int[form.inputs().size()][];
    for (int at = 0; at < places.length; at++) {
      places[at] = places(form.inputs().get(at), table.column(table.inputs().get(at)));
    }
    this.classes = classNumbers();
  }

  /**
   * A table by a form that is found out.
   *
   * @param task what is learnt, if somebody has said it
   * @param learnt the rows of which means and deviations are taken
   */
  public static TableData learning(Table table, Optional<Task> task, LongPredicate learnt) {
    return new TableData(table, new Learning(table, task, learnt).form());
  }

  /**
   * A table that was read by a form.
   *
   * @throws DataException if it has what the form does not know
   */
  public static TableData of(Table table, TableForm form) {
    return new TableData(table, form);
  }

  private int[] places(Input input, Column column) {
    if (table.gaps() == Gaps.NONE) {
      column.requireNoGaps();
    }
    return switch (input) {
      case Numbers _ -> {
        column.requireNumbers();
        yield new int[0];
      }
      case TableForm.Words(_, var known) -> numbers(column, column.words(), known, "word");
    };
  }

  private int[] classNumbers() {
    var column = table.target();
    if (column.isEmpty()) {
      return new int[0];
    }
    column.get().requireNoGaps();
    return switch (form.target()) {
      case Classes(_, var names) -> numbers(column.get(), table.texts(), names, "class");
      case Quantity _ -> {
        column.get().requireNumbers();
        yield new int[0];
      }
    };
  }

  /** The numbers that a form gives to words of a file. */
  private int[] numbers(Column column, Words found, List<String> known, String what) {
    var numbers = new HashMap<String, Integer>();
    known.forEach(word -> numbers.put(word, numbers.size()));
    return found.seen().stream()
        .mapToInt(
            seen -> {
              var number = numbers.get(seen.text());
              if (number == null) {
                throw new DataException(
                    "line %d of %s has the %s '%s' in column %s, which the model has never seen: it knows %s"
                        .formatted(
                            seen.line(),
                            table.path(),
                            what,
                            Column.shown(seen.text()),
                            column.name(),
                            Heading.some(known)));
              }
              return number;
            })
        .toArray();
  }

  public TableForm form() {
    return form;
  }

  @Override
  public long samples() {
    return table.rows();
  }

  @Override
  public SampleShape shape() {
    var input = ArrayShape.numbers(List.of((long) form.width()));
    return switch (form.target()) {
      case Classes(_, var names) -> SampleShape.ofClass(input, names.size());
      case Quantity _ -> SampleShape.ofNumbers(input, List.of(1L));
    };
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    var numbers = new float[form.width()];
    int at = 0;
    for (int column = 0; column < form.inputs().size(); column++) {
      float value = table.value(sample, table.inputs().get(column));
      var kind = form.inputs().get(column);
      if (!Float.isNaN(value)) {
        switch (kind) {
          case Numbers(_, var mean, var deviation) ->
              numbers[at] = (float) ((value - mean) / deviation);
          case TableForm.Words _ -> numbers[at + places[column][(int) value]] = 1;
        }
      }
      at += kind.width();
    }
    MemorySegment.copy(numbers, 0, inputs.getFirst(), ValueLayout.JAVA_FLOAT, 0, numbers.length);
    if (table.target().isPresent()) {
      label(sample, labels);
    } else {
      labels.fill((byte) 0);
    }
  }

  private void label(long sample, MemorySegment labels) {
    switch (form.target()) {
      case Classes _ ->
          labels.setAtIndex(ValueLayout.JAVA_LONG, 0, classes[table.targetText(sample)]);
      case Quantity(_, var mean, var deviation) -> {
        var normal = (float) ((table.targetValue(sample) - mean) / deviation);
        labels.setAtIndex(ValueLayout.JAVA_FLOAT, 0, normal);
      }
    }
  }
}
