package io.weft.command;

import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.strategy.Name;

/** Every name that a strategy line may use. */
final class ShowNames {
  private ShowNames() {}

  static void all(Output output) {
    var table = Table.of(Table.left("axis"), Table.left("name"), Table.left("meaning"));
    for (var name : Name.all()) {
      table.row(name.axis(), name.form(), name.meaning());
      output.event(ShowNameEvent.of(name));
    }
    output.table(table);
  }
}
