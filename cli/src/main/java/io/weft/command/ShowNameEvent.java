package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.strategy.Name;
import io.weft.strategy.term.Use;
import java.util.List;
import org.jspecify.annotations.Nullable;

record ShowNameEvent(
    String axis,
    String name,
    String form,
    List<Parameter> parameters,
    String meaning,
    @Nullable String paper,
    boolean trains,
    boolean simulates,
    boolean plans)
    implements JsonEvent {

  record Parameter(
      String name, String kind, String allowed, @Nullable String fallback, boolean verified) {}

  static ShowNameEvent of(Name name) {
    var parameters =
        name.parameters().stream()
            .map(
                it ->
                    new Parameter(it.name(), it.kind(), it.allowed(), it.fallback(), it.verified()))
            .toList();
    return new ShowNameEvent(
        name.axis(),
        name.name(),
        name.form(),
        parameters,
        name.meaning(),
        name.paper(),
        name.uses().contains(Use.TRAIN),
        name.uses().contains(Use.SIMULATE),
        name.uses().contains(Use.PLAN));
  }
}
