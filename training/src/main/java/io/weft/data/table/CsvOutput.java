package io.weft.data.table;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Lines of CSV, with quotes where cells need them. */
public final class CsvOutput {
  private CsvOutput() {}

  /** One line, without its end. */
  public static String line(List<String> cells) {
    var text = new StringWriter();
    try (var writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      writer.writeRecord(cells);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().stripTrailing();
  }

  /**
   * The lines of a table as they stand in its file, one by one.
   *
   * @param taker gets the number of the row and its cells
   */
  public static void lines(Table table, BiConsumer<Long, List<String>> taker) {
    Path path = table.path();
    try (var records = CsvRecords.open(path)) {
      if (table.named()) {
        var _ = records.next();
      }
      long row = 0;
      for (var next = records.next(); next.isPresent(); next = records.next()) {
        taker.accept(row++, new ArrayList<>(next.get().cells()));
      }
    }
  }
}
