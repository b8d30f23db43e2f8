package io.weft.strategy;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Evidence;
import io.weft.strategy.term.Parameter;
import io.weft.strategy.term.Use;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row of the listing of all names, in plain texts: what {@code ./weft show --names} prints.
 *
 * @param axis its title; wrappers are listed under {@code compression wrapper}
 * @param form the name with its parameters and defaults
 * @param paper as a citation; null where there is none
 * @param uses what can be done with it today
 */
public record Name(
    String axis,
    String name,
    String form,
    List<Setting> parameters,
    String meaning,
    @Nullable String paper,
    Set<Use> uses) {
  public Name {
    parameters = List.copyOf(parameters);
    uses = Set.copyOf(uses);
  }

  /**
   * A parameter of a name.
   *
   * @param kind in one word or two: whole number, number, size, word, term
   * @param allowed the values it takes, in words
   * @param fallback the default as the line writes it; null where a value must be given
   * @param verified false where the default was not checked against the paper
   */
  public record Setting(
      String name, String kind, String allowed, @Nullable String fallback, boolean verified) {
    private static Setting of(Parameter parameter) {
      var fallback = parameter.fallback();
      return new Setting(
          parameter.name(),
          parameter.kind().title(),
          parameter.kind().allowed(),
          fallback == null ? null : fallback.text(),
          parameter.evidence() == Evidence.READ);
    }
  }

  /** All names, in canonical order of the axes. */
  public static List<Name> all() {
    return Catalogue.entries().stream().map(Name::of).toList();
  }

  private static Name of(Entry entry) {
    var paper = entry.paper();
    return new Name(
        entry.axis().title() + (entry.wraps() ? " wrapper" : ""),
        entry.name(),
        entry.signature(),
        entry.parameters().stream().map(Setting::of).toList(),
        entry.summary(),
        paper == null ? null : paper.citation(),
        entry.uses());
  }
}
