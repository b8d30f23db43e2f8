package io.weft.data.table;

import io.weft.data.DataException;
import io.weft.data.form.TableForm;
import io.weft.data.form.TableForm.Input;
import io.weft.data.table.CsvRecords.Cells;
import io.weft.strategy.line.Nearest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The names of the columns of a file.
 *
 * @param named whether the file has them
 * @param first the lines that have been read and are no names: two at most
 */
record Heading(Path path, List<String> names, boolean named, List<Cells> first) {
  /** More names than that are counted. */
  private static final int NAMED = 10;

  Heading {
    names = List.copyOf(names);
    first = List.copyOf(first);
  }

  /**
   * Where the columns of a form are in a file.
   *
   * @param inputs in the order of the form
   * @param target where it is looked at
   */
  record Places(List<Integer> inputs, OptionalInt target) {}

  /** Reads the first lines of a file to be learnt from. */
  static Heading of(Path path, CsvRecords records, Optional<Boolean> named) {
    var lines = lines(path, records);
    return of(path, lines, named.orElseGet(() -> looksNamed(lines)));
  }

  /** Reads the first lines of a file that is to be understood as another was. */
  static Heading like(Path path, CsvRecords records, TableForm form) {
    var lines = lines(path, records);
    var known = new HashSet<>(form.columns());
    var first = lines.getFirst().cells();
    boolean same = form.named() && first.stream().anyMatch(known::contains);
    return of(path, lines, same || first.stream().noneMatch(Column::isNumber));
  }

  private static List<Cells> lines(Path path, CsvRecords records) {
    var lines = new ArrayList<Cells>();
    records.next().ifPresent(lines::add);
    if (lines.isEmpty()) {
      throw new DataException("%s is empty: give a file with lines of data".formatted(path));
    }
    records.next().ifPresent(lines::add);
    return lines;
  }

  private static Heading of(Path path, List<Cells> lines, boolean named) {
    var cells = lines.getFirst().cells();
    var names =
        IntStream.range(0, cells.size())
            .mapToObj(
                it -> named && !cells.get(it).isEmpty() ? cells.get(it) : Integer.toString(it + 1))
            .toList();
    requireDifferent(path, names);
    return new Heading(path, names, named, named ? lines.subList(1, lines.size()) : lines);
  }

  private static void requireDifferent(Path path, List<String> names) {
    var places = new HashMap<String, Integer>();
    for (int at = 0; at < names.size(); at++) {
      var before = places.put(names.get(at), at);
      if (before != null) {
        throw new DataException(
            "columns %d and %d of %s are both called '%s': give each a name of its own"
                .formatted(before + 1, at + 1, path, Column.shown(names.get(at))));
      }
    }
  }

  private static boolean looksNamed(List<Cells> lines) {
    var first = lines.getFirst().cells();
    if (first.stream().noneMatch(Column::isNumber)) {
      return true;
    }
    var second = lines.getLast().cells();
    return IntStream.range(0, Math.min(first.size(), second.size()))
        .anyMatch(
            it ->
                !Column.isNumber(first.get(it))
                    && !Column.isGap(first.get(it))
                    && Column.isNumber(second.get(it)));
  }

  /** What a user says of the columns. */
  Places places(TableReading reading) {
    int target = reading.target().map(this::column).orElse(names.size() - 1);
    var ignored = reading.ignored().stream().map(this::column).toList();
    if (ignored.contains(target)) {
      throw new DataException(
          "column %s of %s is to be learnt, and cannot be ignored: name another with --target"
              .formatted(names.get(target), path));
    }
    var inputs =
        IntStream.range(0, names.size())
            .filter(it -> it != target && !ignored.contains(it))
            .boxed()
            .toList();
    if (inputs.isEmpty()) {
      throw new DataException("%s has no column left to learn from: ignore fewer".formatted(path));
    }
    return new Places(inputs, OptionalInt.of(target));
  }

  /** The place of a column by name, or by number from 1 on. */
  private int column(String wanted) {
    int found = names.indexOf(wanted);
    if (found < 0 && wanted.matches("\\d{1,7}")) {
      found = Integer.parseInt(wanted) - 1;
    }
    if (found < 0 || found >= names.size()) {
      var near = Nearest.to(wanted, names).map("did you mean '%s'? "::formatted).orElse("");
      throw new DataException(
          "%s has no column '%s': %sit has %s".formatted(path, wanted, near, some(names)));
    }
    return found;
  }

  /** All of a few names, or the first and the last. */
  static String some(List<String> names) {
    return names.size() <= NAMED
        ? String.join(", ", names)
        : "%s, … %s (%d)"
            .formatted(String.join(", ", names.subList(0, NAMED)), names.getLast(), names.size());
  }

  /** By their names where both files have them, else by their order. */
  Places places(TableForm form, boolean labelled) {
    return named && form.named() ? byName(form, labelled) : byOrder(form, labelled);
  }

  private Places byName(TableForm form, boolean labelled) {
    var wanted = new ArrayList<>(form.inputs().stream().map(Input::name).toList());
    if (labelled) {
      wanted.add(form.target().name());
    }
    var missing = wanted.stream().filter(name -> !names.contains(name)).toList();
    if (!missing.isEmpty()) {
      throw new DataException(
          "%s has %d columns, %s, and not %s, which the model needs: give data as it was trained with"
              .formatted(path, names.size(), some(names), some(missing)));
    }
    return new Places(
        form.inputs().stream().map(input -> names.indexOf(input.name())).toList(),
        labelled ? OptionalInt.of(names.indexOf(form.target().name())) : OptionalInt.empty());
  }

  private Places byOrder(TableForm form, boolean labelled) {
    var all = form.columns();
    int target = all.indexOf(form.target().name());
    boolean whole = names.size() == all.size();
    if (!whole && (labelled || names.size() != all.size() - 1)) {
      throw new DataException(
          "%s has %d columns, and the model was trained with %d%s: give data of the same columns"
              .formatted(
                  path, names.size(), all.size(), labelled ? "" : ", of which it predicts one"));
    }
    return new Places(
        form.inputs().stream()
            .map(input -> all.indexOf(input.name()))
            .map(at -> whole || at < target ? at : at - 1)
            .toList(),
        labelled ? OptionalInt.of(target) : OptionalInt.empty());
  }
}
