package io.weft.recording;

import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the files that ranks write when something fails. */
public final class RecordingReader {
  private static final String FORMAT = "weft-operations-1";

  /** No recording comes near it. */
  private static final int BYTES_MOST = 64 << 20;

  /** Those that are missing are listed; no run had as many. */
  private static final int RANKS_MAX = 1 << 20;

  private RecordingReader() {}

  /** Reads one file; one that is not a recording is answered with a sentence. */
  public static Recording read(Path file) {
    var lines = lines(file);
    int line = 1;
    try {
      if (lines.isEmpty() || !JsonFields.of(lines.getFirst()).text("recording").equals(FORMAT)) {
        throw new IllegalArgumentException("not the head of a recording that I know");
      }
      var header = JsonFields.of(lines.getFirst());
      var started = Instant.parse(header.text("started"));
      var operations = new ArrayList<RecordedOperation>();
      for (line = 2; line <= lines.size(); line++) {
        operations.add(operation(JsonFields.of(lines.get(line - 1)), started));
      }
      return recording(file, header, started, operations);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new IllegalArgumentException(
          "%s is not a recording of operations: line %d, %s".formatted(file, line, e.getMessage()),
          e);
    }
  }

  private static Recording recording(
      Path file, JsonFields header, Instant started, List<RecordedOperation> operations) {
    int ranks = whole(header, "ranks", RANKS_MAX);
    return new Recording(
        file.toString(),
        whole(header, "rank", ranks - 1),
        ranks,
        header.text("host"),
        header.text("version"),
        started,
        header.text("failure"),
        operations);
  }

  private static int whole(JsonFields header, String name, int most) {
    long number = header.number(name);
    if (number < 0 || number > most) {
      throw new IllegalArgumentException(
          "%s is %d and not from 0 to %d".formatted(name, number, most));
    }
    return (int) number;
  }

  private static RecordedOperation operation(JsonFields fields, Instant started) {
    long begin = fields.number("begin_ns");
    return new RecordedOperation(
        new OperationKey(fields.text("group"), fields.text("number")),
        fields.text("operation"),
        fields.text("fingerprint"),
        fields.list("members"),
        state(fields.text("state")),
        started.plusNanos(begin),
        fields.has("end_ns") ? Optional.of(fields.number("end_ns") - begin) : Optional.empty());
  }

  private static RecordedOperation.State state(String label) {
    for (var state : RecordedOperation.State.values()) {
      if (state.name().toLowerCase(Locale.ROOT).equals(label)) {
        return state;
      }
    }
    throw new IllegalArgumentException("unknown state \"%s\"".formatted(label));
  }

  private static List<String> lines(Path file) {
    try {
      return BoundedFile.lines(file, BYTES_MOST);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file %s".formatted(file), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file, FileTrouble.reason(e)), e);
    }
  }
}
