package io.weft.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under titled columns, aligned for reading; a column made by {@code right} holds numbers. */
public final class Table {
  private static final String GAP = "  ";

  /** Of a column that goes on in the next line. */
  private static final int WIDTH_LEAST = 16;

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  private Table(List<Column> columns) {
    this.columns = columns;
  }

  public static Table of(Column... columns) {
    return new Table(List.of(columns));
  }

  public static Column left(String title) {
    return new Column(title, Side.LEFT);
  }

  public static Column right(String title) {
    return new Column(title, Side.RIGHT);
  }

  /** Adds a row and returns this table, so that calls can be chained. */
  public Table row(String... cells) {
    if (cells.length != columns.size()) {
      throw new AssertionError(
          "a row of %d cells in a table of %d columns: %s"
              .formatted(cells.length, columns.size(), Arrays.toString(cells)));
    }
    rows.add(List.of(cells));
    return this;
  }

  /** The lines: titles, a rule, the rows; without trailing blanks. */
  public List<String> lines() {
    return lines(0);
  }

  /**
   * The same where lines may be only so wide: cells that lean left go on in the next line.
   *
   * @param columns 0 for as many as it takes
   */
  public List<String> lines(int columns) {
    var titles = this.columns.stream().map(column -> column.title).toList();
    int[] widths = IntStream.range(0, this.columns.size()).map(this::width).toArray();
    if (columns > 0) {
      narrow(widths, columns);
    }
    var lines = new ArrayList<>(wrapped(titles, widths));
    lines.add("─".repeat(total(widths)));
    rows.forEach(row -> lines.addAll(wrapped(row, widths)));
    return List.copyOf(lines);
  }

  private static int total(int[] widths) {
    return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
  }

  /** Takes from the widest column that leans left, while that can still be read. */
  private void narrow(int[] widths, int most) {
    while (total(widths) > most) {
      int widest =
          IntStream.range(0, widths.length)
              .filter(i -> columns.get(i).side == Side.LEFT && widths[i] > WIDTH_LEAST)
              .boxed()
              .max(Comparator.comparingInt(i -> widths[i]))
              .orElse(-1);
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private int width(int column) {
    int widest = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    return Math.max(widest, columns.get(column).title.length());
  }

  /** One line, or several if a cell is wider than its column. */
  private List<String> wrapped(List<String> cells, int[] widths) {
    var parts =
        IntStream.range(0, cells.size())
            .mapToObj(i -> Paragraph.lines(cells.get(i), widths[i]))
            .toList();
    int height = parts.stream().mapToInt(List::size).max().orElse(1);
    return IntStream.range(0, height)
        .mapToObj(at -> parts.stream().map(part -> at < part.size() ? part.get(at) : "").toList())
        .map(line -> line(line, widths))
        .toList();
  }

  private String line(List<String> cells, int[] widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> columns.get(i).padded(cells.get(i), widths[i]))
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }

  private enum Side {
    LEFT,
    RIGHT
  }

  /** A title and the side that its cells lean to. */
  public static final class Column {
    private final String title;
    private final Side side;

    private Column(String title, Side side) {
      this.title = title;
      this.side = side;
    }

    private String padded(String cell, int width) {
      String blanks = " ".repeat(width - cell.length());
      return switch (side) {
        case LEFT -> cell + blanks;
        case RIGHT -> blanks + cell;
      };
    }
  }
}
