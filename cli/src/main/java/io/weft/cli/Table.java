package io.weft.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under titled columns, aligned for reading; a column made by {@code right} holds numbers. */
public final class Table {
  private static final String GAP = "  ";

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
    var titles = columns.stream().map(column -> column.title).toList();
    int[] widths = IntStream.range(0, columns.size()).map(this::width).toArray();
    int total = Arrays.stream(widths).sum() + GAP.length() * (columns.size() - 1);
    var lines = new ArrayList<String>();
    lines.add(line(titles, widths));
    lines.add("─".repeat(total));
    rows.forEach(row -> lines.add(line(row, widths)));
    return List.copyOf(lines);
  }

  private int width(int column) {
    int widest = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    return Math.max(widest, columns.get(column).title.length());
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
