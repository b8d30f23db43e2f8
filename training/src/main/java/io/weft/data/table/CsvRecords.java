package io.weft.data.table;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.weft.data.DataException;
import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The lines of a CSV file in UTF-8 as cells, one by one. Cells may be in quotes, and a comma, a
 * semicolon or a tab stands between them, whichever the first line has most of. Used by one thread.
 */
final class CsvRecords implements AutoCloseable {
  /** Of one cell: what is longer is no table of samples. */
  private static final int CELL_CHARS_MAX = 1 << 20;

  private static final int COLUMNS_MAX = 1 << 20;

  /** Of the first line, to find out what stands between cells. */
  private static final int LOOK_CHARS = 1 << 16;

  private static final char MARK = '\uFEFF';

  private final Path path;
  private final CloseableIterator<CsvRecord> records;
  private long line;

  /**
   * What one line holds.
   *
   * @param line its number, from 1 on
   */
  record Cells(long line, List<String> cells) {}

  private CsvRecords(Path path, CloseableIterator<CsvRecord> records) {
    this.path = path;
    this.records = records;
  }

  static CsvRecords open(Path path) {
    try {
      // A decoder of its own refuses what is no text instead of replacing it.
      var decoder = StandardCharsets.UTF_8.newDecoder();
      var reader = new BufferedReader(new InputStreamReader(BoundedFile.open(path), decoder));
      try {
        return new CsvRecords(path, records(reader, separator(reader)));
      } catch (IOException | RuntimeException e) {
        reader.close();
        throw e;
      }
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static CloseableIterator<CsvRecord> records(BufferedReader reader, char separator) {
    var handler =
        CsvRecordHandler.of(
            it -> it.maxFields(COLUMNS_MAX).maxFieldSize(CELL_CHARS_MAX).maxRecordSize(1 << 26));
    return CsvReader.builder()
        .fieldSeparator(separator)
        .allowUnclosedQuote(false)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE) // said by us, with the line
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .trimWhitespacesAroundQuotes(true)
        .maxBufferSize(CELL_CHARS_MAX)
        .build(handler, reader)
        .iterator();
  }

  /** Which of the usual ones it is; the reader stays where its first line begins. */
  private static char separator(BufferedReader reader) throws IOException {
    reader.mark(LOOK_CHARS);
    var counts = new int[3];
    boolean quoted = false;
    int skipped = 0;
    for (int at = 0; at < LOOK_CHARS; at++) {
      int found = reader.read();
      if (found < 0 || (!quoted && (found == '\n' || found == '\r'))) {
        break;
      }
      skipped = at == 0 && found == MARK ? 1 : skipped;
      quoted ^= found == '"';
      int which = quoted ? -1 : ",;\t".indexOf(found);
      if (which >= 0) {
        counts[which]++;
      }
    }
    reader.reset();
    long _ = reader.skip(skipped);
    int most = counts[1] > counts[0] ? 1 : 0;
    return ",;\t".charAt(counts[2] > counts[most] ? 2 : most);
  }

  /**
   * The next line that is not empty.
   *
   * @throws DataException if it is no line of such a file
   */
  Optional<Cells> next() {
    try {
      while (records.hasNext()) {
        var record = records.next();
        line = record.getStartingLineNumber();
        if (record.getFieldCount() > 1 || !record.getField(0).isBlank()) {
          return Optional.of(
              new Cells(line, record.getFields().stream().map(String::strip).toList()));
        }
      }
      return Optional.empty();
    } catch (UncheckedIOException e) {
      throw unreadable(path, Objects.requireNonNull(e.getCause()));
    } catch (CsvParseException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw unreadable(path, Objects.requireNonNull(io.getCause()));
      }
      throw new DataException(
          "%s is no table after line %d: %s"
              .formatted(path, line, "a quote has no end, or a cell or a line is too long"),
          e);
    }
  }

  private static DataException unreadable(Path path, IOException cause) {
    return new DataException(
        "%s cannot be read: %s".formatted(path, FileTrouble.reason(cause)), cause);
  }

  @Override
  public void close() {
    try {
      records.close();
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }
}
