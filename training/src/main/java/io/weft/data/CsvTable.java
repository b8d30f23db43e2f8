package io.weft.data;

import io.weft.file.FileTrouble;
import io.weft.file.HeapRoom;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers in lines, separated by commas: the last column is the class, a whole number from 0 on. A
 * first line that does not begin with a number is taken for the names of columns; empty lines are
 * skipped.
 */
public final class CsvTable implements Dataset {
  private static final int CLASSES_MAX = 1 << 20;

  /** What a row takes beside its numbers: objects, and places in a list that grows. */
  private static final int ROW_BYTES = 80;

  private final List<Row> rows;
  private final int columns;
  private final int classes;

  @SuppressWarnings("ArrayRecordComponent") // internal, and compared by nobody
  private record Row(float[] inputs, int label) {}

  private CsvTable(List<Row> rows) {
    this.rows = rows;
    this.columns = rows.getFirst().inputs().length;
    this.classes = 1 + rows.stream().mapToInt(Row::label).max().orElseThrow();
  }

  /** Reads a file whole. */
  public static CsvTable read(Path path) {
    return read(path, HeapRoom.bytes());
  }

  /** The same with so many bytes of memory for it. */
  static CsvTable read(Path path, long room) {
    try (var lines = TextLines.open(path)) {
      return parse(path, lines, room);
    } catch (IOException e) {
      throw new DataException("%s cannot be read: %s".formatted(path, FileTrouble.reason(e)), e);
    }
  }

  private static CsvTable parse(Path path, TextLines lines, long room) throws IOException {
    var rows = new ArrayList<Row>();
    long left = room;
    for (var next = lines.next(); next.isPresent(); next = lines.next()) {
      long number = lines.number();
      var line = next.get().strip();
      if (line.isEmpty() || (number == 1 && !startsWithNumber(line))) {
        continue;
      }
      var row = row(line, "line %d of %s".formatted(number, path));
      if (!rows.isEmpty() && rows.getFirst().inputs().length != row.inputs().length) {
        throw new DataException(
            "line %d of %s has %d columns and the first %d: all lines need the same"
                .formatted(
                    number, path, row.inputs().length + 1, rows.getFirst().inputs().length + 1));
      }
      left -= ROW_BYTES + (long) Float.BYTES * row.inputs().length;
      if (left < 0) {
        throw new DataException(
            "%s is larger than the memory that is left, from line %d on: give fewer lines, or Java"
                    .formatted(path, number)
                + " more memory (-Xmx)");
      }
      rows.add(row);
    }
    if (rows.isEmpty()) {
      throw new DataException("%s has no lines with numbers".formatted(path));
    }
    return new CsvTable(rows);
  }

  private static boolean startsWithNumber(String line) {
    int comma = line.indexOf(',');
    try {
      Float.parseFloat(comma < 0 ? line : line.substring(0, comma));
      return true;
    } catch (NumberFormatException _) {
      return false;
    }
  }

  private static Row row(String line, String where) {
    var cells = line.split(",", -1);
    if (cells.length < 2) {
      throw new DataException(
          "%s has one column: give numbers and, last, the class".formatted(where));
    }
    var inputs = new float[cells.length - 1];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = number(cells[i].strip(), where);
    }
    return new Row(inputs, label(cells[inputs.length].strip(), where));
  }

  private static float number(String cell, String where) {
    try {
      float value = Float.parseFloat(cell);
      if (Float.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException _) {
      // Refused below, as what is not finite.
    }
    throw new DataException("%s has '%s', which is no finite number".formatted(where, cell));
  }

  private static int label(String cell, String where) {
    try {
      int label = Integer.parseInt(cell);
      if (label >= 0 && label < CLASSES_MAX) {
        return label;
      }
    } catch (NumberFormatException _) {
      // Refused below, as what is out of range.
    }
    throw new DataException(
        "%s ends with '%s': the last column is the class, a whole number from 0 to %d"
            .formatted(where, cell, CLASSES_MAX - 1));
  }

  @Override
  public long samples() {
    return rows.size();
  }

  @Override
  public SampleShape shape() {
    return SampleShape.ofClass(ArrayShape.numbers(List.of((long) columns)), classes);
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    var row = rows.get(Math.toIntExact(sample));
    MemorySegment.copy(row.inputs(), 0, inputs.getFirst(), ValueLayout.JAVA_FLOAT, 0, columns);
    labels.setAtIndex(ValueLayout.JAVA_LONG, 0, row.label());
  }
}
