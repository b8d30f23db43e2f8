package io.weft.run;

import io.weft.data.form.TableForm;
import io.weft.data.form.TableForm.Classes;
import io.weft.data.form.TableForm.Quantity;
import io.weft.data.table.Table;
import java.util.List;

/** What a user is told of a table: how it was understood. */
final class TableWords {
  /** More classes than that are counted. */
  private static final int NAMED = 5;

  private TableWords() {}

  static String of(Table table, TableForm form) {
    int columns = form.inputs().size();
    var left =
        table.dropped() == 0 ? "" : " (%d with missing values left out)".formatted(table.dropped());
    return "%,d rows%s, from %d %s, %s"
        .formatted(table.rows(), left, columns, columns == 1 ? "column" : "columns", target(form));
  }

  private static String target(TableForm form) {
    return switch (form.target()) {
      case Classes(var name, var classes) ->
          "%d classes of column %s (%s)".formatted(classes.size(), name, some(classes));
      case Quantity(var name, _, _) -> "the number in column %s".formatted(name);
    };
  }

  private static String some(List<String> names) {
    var first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return names.size() <= NAMED ? first : first + ", …";
  }
}
