package io.weft.strategy.catalogue;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Term;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every name that a strategy line may use. To add one, add it to the table of its axis. */
public final class Catalogue {
  /** One table per family, in canonical order of the axes. */
  private static final List<List<Entry>> TABLES =
      List.of(
          SynchronisationNames.TABLE,
          ArchitectureNames.TABLE,
          GossipNames.TABLE,
          ScheduleNames.TABLE,
          QuantisationNames.TABLE,
          SparsificationNames.TABLE,
          LowRankNames.TABLE,
          OptimizerNames.TABLE,
          WrapperNames.TABLE,
          CollectiveNames.TABLE);

  private static final List<Entry> ENTRIES = TABLES.stream().flatMap(List::stream).toList();

  private static final Map<String, Entry> BY_NAME =
      ENTRIES.stream()
          .collect(toMap(Entry::name, identity(), Catalogue::clash, LinkedHashMap::new));

  private Catalogue() {}

  /** All names, in canonical order of the axes. */
  public static List<Entry> entries() {
    return ENTRIES;
  }

  /** The names of one axis. */
  public static List<Entry> entries(Axis axis) {
    return ENTRIES.stream().filter(entry -> entry.axis() == axis).toList();
  }

  /** The entry of that name. */
  public static Optional<Entry> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The term of a name with every parameter at its default. */
  public static Term term(String name) {
    return find(name).orElseThrow(() -> new AssertionError("no entry " + name)).term();
  }

  /** The names in the same table, itself included: techniques of one family. */
  public static List<Entry> family(Entry entry) {
    return TABLES.stream()
        .filter(table -> table.contains(entry))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no entry " + entry.name()));
  }

  private static Entry clash(Entry one, Entry other) {
    throw new AssertionError("two entries are called " + one.name() + ": " + other.axis());
  }
}
