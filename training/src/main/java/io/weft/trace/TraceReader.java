package io.weft.trace;

import io.weft.file.BoundedFile;
import io.weft.file.HeapRoom;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the spans of a trace that a {@link TraceWriter} has written. */
public final class TraceReader {
  private static final int NANO_DIGITS = 3;

  /** Longer ones take long to be understood, and no time is so long. */
  private static final int NUMBER_CHARS_MAX = 40;

  /** Of microseconds whose nanoseconds are a long; 1e999999999 would be written out. */
  private static final int WHOLE_DIGITS_MAX = 15;

  /** How many bytes of objects a byte of the file may become. */
  private static final int BYTES_OBJECTS = 4;

  private TraceReader() {}

  /**
   * The spans of a file, in its order.
   *
   * @throws IllegalArgumentException if it is not such a trace, not all of one, or too large
   */
  public static List<Span> read(Path file) throws IOException {
    requireRoom(file);
    try (var stream = BoundedFile.open(file);
        var parser = new JsonFactory().createParser(ObjectReadContext.empty(), stream)) {
      var spans = new ArrayList<Span>();
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.START_ARRAY
            && "traceEvents".equals(parser.currentName())) {
          readEvents(parser, spans);
        }
      }
      return List.copyOf(spans);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is not a whole trace of weft: give one that './weft train --trace' has written"
              .formatted(file),
          e);
    }
  }

  private static void requireRoom(Path file) throws IOException {
    long most = HeapRoom.bytes() / BYTES_OBJECTS;
    if (Files.size(file) > most) {
      throw new IllegalArgumentException(
          "%s has %d bytes, and up to %d fit into memory: give a trace of fewer steps"
              .formatted(file, Files.size(file), most));
    }
  }

  private static void readEvents(JsonParser parser, List<Span> spans) {
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      var fields = fields(parser);
      if ("X".equals(fields.get("ph"))) {
        spans.add(span(fields));
      }
    }
  }

  /** The fields of an object and of those in it, by name: no name occurs in both. */
  private static Map<String, String> fields(JsonParser parser) {
    var fields = new HashMap<String, String>();
    for (int depth = 1; depth > 0; ) {
      switch (parser.nextToken()) {
        case START_OBJECT -> depth++;
        case END_OBJECT -> depth--;
        case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
            fields.putIfAbsent(parser.currentName(), parser.getString());
        case PROPERTY_NAME -> {}
        default -> throw new IllegalArgumentException("an event of another kind");
      }
    }
    return fields;
  }

  private static Span span(Map<String, String> fields) {
    long start = nanos(fields, "ts");
    return new Span(
        Integer.parseInt(text(fields, "pid")),
        lane(text(fields, "cat")),
        text(fields, "name"),
        start,
        start + nanos(fields, "dur"),
        arguments(fields));
  }

  private static String text(Map<String, String> fields, String name) {
    var found = fields.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no " + name);
    }
    return found;
  }

  private static long nanos(Map<String, String> fields, String name) {
    var written = text(fields, name);
    if (written.length() > NUMBER_CHARS_MAX) {
      throw new IllegalArgumentException("no number: " + name);
    }
    var number = new BigDecimal(written);
    if ((long) number.precision() - number.scale() > WHOLE_DIGITS_MAX) {
      throw new IllegalArgumentException("no time: " + name);
    }
    return number.movePointRight(NANO_DIGITS).longValue();
  }

  private static Lane lane(String label) {
    return Arrays.stream(Lane.values())
        .filter(lane -> lane.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no lane " + label));
  }

  private static List<Argument> arguments(Map<String, String> fields) {
    var arguments = new ArrayList<Argument>();
    number(fields, "step").map(Argument.Step::new).ifPresent(arguments::add);
    number(fields, "microStep")
        .map(it -> new Argument.MicroStep(it.intValue()))
        .ifPresent(arguments::add);
    number(fields, "stage").map(it -> new Argument.Stage(it.intValue())).ifPresent(arguments::add);
    number(fields, "bucket")
        .map(it -> new Argument.Bucket(it.intValue()))
        .ifPresent(arguments::add);
    Optional.ofNullable(fields.get("phase")).map(Argument.Phase::new).ifPresent(arguments::add);
    number(fields, "bytes").map(Argument.Bytes::new).ifPresent(arguments::add);
    Optional.ofNullable(fields.get("cause")).map(Argument.Cause::new).ifPresent(arguments::add);
    return arguments;
  }

  private static Optional<Long> number(Map<String, String> fields, String name) {
    return Optional.ofNullable(fields.get(name)).map(Long::valueOf);
  }
}
