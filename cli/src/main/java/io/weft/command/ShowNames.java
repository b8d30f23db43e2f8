package io.weft.command;

import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.strategy.Name;
import io.weft.strategy.term.Use;

/** Every name that a strategy line may use. */
final class ShowNames {
  private ShowNames() {}

  static void all(Output output) {
    var table =
        Table.of(
            Table.left("axis"),
            Table.left("name"),
            Table.left("train"),
            Table.left("simulate"),
            Table.left("plan"),
            Table.left("meaning"));
    for (var name : Name.all()) {
      table.row(
          name.axis(),
          name.form(),
          mark(name, Use.TRAIN),
          mark(name, Use.SIMULATE),
          mark(name, Use.PLAN),
          name.meaning());
      output.event(ShowNameEvent.of(name));
    }
    output.table(table);
  }

  private static String mark(Name name, Use use) {
    return name.uses().contains(use) ? "yes" : "–";
  }
}
