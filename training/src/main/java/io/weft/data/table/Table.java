package io.weft.data.table;

import io.weft.data.DataException;
import io.weft.data.form.Gaps;
import io.weft.data.form.TableForm;
import io.weft.file.HeapRoom;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A CSV file in memory, each cell of which is a number, a word or missing.
 *
 * <p>A first line without a number, or with a word above a number, has the names of columns.
 */
public final class Table {
  /** What a row takes beside its numbers: objects, and places in a list that grows. */
  private static final int ROW_BYTES = 80;

  /** More classes than that are none. */
  private static final int TEXTS_MAX = 1 << 16;

  private final Path path;
  private final List<String> names;
  private final boolean named;
  private final List<Column> columns;
  private final Words texts = new Words(TEXTS_MAX);

  /** The column that is learnt, if there is one. */
  private final OptionalInt target;

  /** The columns that are learnt from, in the order of what they become. */
  private final List<Integer> inputs;

  private final Gaps gaps;
  private final List<float[]> rows = new ArrayList<>();
  private long dropped;
  private long left;

  private Table(Path path, Heading heading, Heading.Places places, Gaps gaps, long room) {
    this.path = path;
    this.names = heading.names();
    this.named = heading.named();
    this.columns = names.stream().map(name -> new Column(path, name)).toList();
    this.inputs = places.inputs();
    this.target = places.target();
    this.gaps = gaps;
    this.left = room;
  }

  /** Reads a file whole, to learn from it. */
  public static Table read(Path path, TableReading reading) {
    return read(path, reading, HeapRoom.bytes());
  }

  /** The same with so many bytes of memory for it. */
  static Table read(Path path, TableReading reading, long room) {
    try (var records = CsvRecords.open(path)) {
      var heading = Heading.of(path, records, reading.named());
      if (heading.names().size() < 2) {
        throw new DataException(
            "%s has one column: give a file with a column to learn and others to learn from"
                .formatted(path));
      }
      return new Table(path, heading, heading.places(reading), reading.gaps(), room)
          .filled(heading, records);
    }
  }

  /**
   * Reads a file whole in the way in which another was understood.
   *
   * @param labelled whether it has the column that is learnt, or that is not looked at; then no
   *     line is left out
   */
  public static Table read(Path path, TableForm form, boolean labelled) {
    try (var records = CsvRecords.open(path)) {
      var heading = Heading.like(path, records, form);
      var gaps = !labelled && form.gaps() == Gaps.DROP ? Gaps.NONE : form.gaps();
      return new Table(path, heading, heading.places(form, labelled), gaps, HeapRoom.bytes())
          .filled(heading, records);
    }
  }

  private Table filled(Heading heading, CsvRecords records) {
    heading.first().forEach(this::add);
    for (var next = records.next(); next.isPresent(); next = records.next()) {
      add(next.get());
    }
    if (rows.isEmpty()) {
      throw new DataException(
          "%s has no lines of data%s: give a file that has some"
              .formatted(path, dropped > 0 ? " without missing values" : ""));
    }
    return this;
  }

  private void add(CsvRecords.Cells line) {
    var cells = line.cells();
    int width = columns.size();
    if (cells.size() != width) {
      throw new DataException(
          "line %d of %s has %d columns and the first %d: all lines need the same"
              .formatted(line.line(), path, cells.size(), width));
    }
    if (gaps == Gaps.DROP && hasGap(cells)) {
      dropped++;
      return;
    }
    left -= ROW_BYTES + (long) Float.BYTES * (width + 1);
    if (left < 0) {
      throw new DataException(
          "%s is larger than the memory that is left, from line %d on: give fewer lines, or Java"
                  .formatted(path, line.line())
              + " more memory (-Xmx)");
    }
    var row = new float[width + 1];
    for (int column : inputs) {
      row[column] = columns.get(column).add(cells.get(column), line.line());
    }
    target.ifPresent(
        it -> {
          row[it] = columns.get(it).add(cells.get(it), line.line());
          row[width] = texts.number(plain(cells.get(it)), line.line());
        });
    rows.add(row);
  }

  private boolean hasGap(List<String> cells) {
    return IntStream.concat(inputs.stream().mapToInt(it -> it), target.stream())
        .anyMatch(column -> Column.isGap(cells.get(column)));
  }

  /** One text for one number, however it is written: 1, 1.0 and 1e0. */
  private static String plain(String cell) {
    if (Column.isNumber(cell)) {
      double number = Double.parseDouble(cell);
      if (number == Math.rint(number) && Math.abs(number) < 1L << 53) {
        return Long.toString((long) number);
      }
    }
    return cell;
  }

  public long rows() {
    return rows.size();
  }

  /** How many lines were left out because of missing values. */
  public long dropped() {
    return dropped;
  }

  /** The names of columns as the file has them, or {@code 1} and so on. */
  public List<String> names() {
    return names;
  }

  Path path() {
    return path;
  }

  boolean named() {
    return named;
  }

  Gaps gaps() {
    return gaps;
  }

  /** Those that are learnt from. */
  List<Integer> inputs() {
    return inputs;
  }

  Column column(int index) {
    return columns.get(index);
  }

  /** The column that is learnt, if it is there. */
  Optional<Column> target() {
    return target.isPresent() ? Optional.of(columns.get(target.getAsInt())) : Optional.empty();
  }

  /** The different texts of the column that is learnt. */
  Words texts() {
    return texts;
  }

  /** A number, or that of a word. */
  float value(long row, int column) {
    return rows.get(Math.toIntExact(row))[column];
  }

  float targetValue(long row) {
    return value(row, target.orElseThrow());
  }

  /** Which of the texts of the column that is learnt. */
  int targetText(long row) {
    return (int) value(row, columns.size());
  }
}
