package io.weft.trace;

import io.weft.trace.Argument.Bucket;
import io.weft.trace.Argument.Bytes;
import io.weft.trace.Argument.Cause;
import io.weft.trace.Argument.MicroStep;
import io.weft.trace.Argument.Phase;
import io.weft.trace.Argument.Stage;
import io.weft.trace.Argument.Step;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes spans as Chrome trace events, each as it comes. Memory grows with the number of ranks and
 * lanes, not of spans. For one thread at a time.
 *
 * <p>Use it in a try-with-resources block: closing completes the file, also after an exception. An
 * {@link UncheckedIOException} means that the disk failed; the file is then incomplete and the
 * writer of no further use.
 */
public final class TraceWriter implements AutoCloseable {
  private static final int VERSION = 1;

  private record Track(int rank, Lane lane) {}

  private final JsonGenerator json;
  private final Set<Integer> ranks = new HashSet<>();

  /** For each lane the end of the last span on each of its rows. */
  private final Map<Track, List<Long>> rowEnds = new HashMap<>();

  private TraceWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Begins a trace in a new file, or in place of an old one. */
  public static TraceWriter to(Path file) throws IOException {
    return to(new BufferedOutputStream(Files.newOutputStream(file)));
  }

  /** Begins a trace on a stream, which the writer closes. */
  public static TraceWriter to(OutputStream stream) {
    var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), stream);
    var writer = new TraceWriter(json);
    writer.guarded(writer::begin);
    return writer;
  }

  /**
   * Adds a span. A span that overlaps another one on its lane gets a row of its own below. Rows are
   * fewest if the spans of a lane come in the order in which they start or end.
   */
  public void write(Span span) {
    if (json.isClosed()) {
      throw new IllegalStateException("the trace is closed: write spans before that");
    }
    guarded(() -> add(span));
  }

  /** Completes the file. Closing again does nothing. */
  @Override
  public void close() {
    if (!json.isClosed()) {
      guarded(
          () -> {
            json.writeEndArray();
            json.writeEndObject();
            json.close();
          });
    }
  }

  private void guarded(Runnable writing) {
    try {
      writing.run();
    } catch (JacksonIOException e) {
      throw new UncheckedIOException(
          "the trace cannot be written: check the space and the rights on its disk", e.getCause());
    }
  }

  private void begin() {
    json.writeStartObject();
    json.writeStringProperty("displayTimeUnit", "ms");
    json.writeObjectPropertyStart("otherData");
    json.writeStringProperty("format", "weft-trace");
    json.writeNumberProperty("version", VERSION);
    json.writeEndObject();
    json.writeArrayPropertyStart("traceEvents");
  }

  private void add(Span span) {
    if (ranks.add(span.rank())) {
      nameRank(span.rank());
    }
    int row = row(span);
    json.writeStartObject();
    json.writeStringProperty("ph", "X");
    json.writeNumberProperty("pid", span.rank());
    json.writeNumberProperty("tid", span.lane().thread(row));
    json.writeStringProperty("cat", span.lane().label());
    json.writeStringProperty("name", span.name());
    json.writeNumberProperty("ts", micros(span.startNanos()));
    json.writeNumberProperty("dur", micros(span.endNanos() - span.startNanos()));
    json.writeObjectPropertyStart("args");
    span.arguments().forEach(this::argument);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void argument(Argument argument) {
    switch (argument) {
      case Step(var step) -> json.writeNumberProperty("step", step);
      case MicroStep(var microStep) -> json.writeNumberProperty("microStep", microStep);
      case Stage(var stage) -> json.writeNumberProperty("stage", stage);
      case Bucket(var bucket) -> json.writeNumberProperty("bucket", bucket);
      case Phase(var phase) -> json.writeStringProperty("phase", phase);
      case Bytes(var bytes) -> json.writeNumberProperty("bytes", bytes);
      case Cause(var cause) -> json.writeStringProperty("cause", cause);
    }
  }

  /** The first row of the lane on which the span fits after all others; a new one if need be. */
  private int row(Span span) {
    var ends = rowEnds.computeIfAbsent(new Track(span.rank(), span.lane()), _ -> new ArrayList<>());
    for (int row = 0; row < ends.size(); row++) {
      if (ends.get(row) <= span.startNanos()) {
        ends.set(row, span.endNanos());
        return row;
      }
    }
    if (ends.size() == Lane.ROWS_MAX) {
      throw new IllegalArgumentException(
          "rank %d has more than %d spans at once on lane %s: write them in the order of time"
              .formatted(span.rank(), Lane.ROWS_MAX, span.lane().label()));
    }
    ends.add(span.endNanos());
    nameRow(span, ends.size() - 1);
    return ends.size() - 1;
  }

  private void nameRank(int rank) {
    metadata("process_name", rank);
    json.writeStringProperty("name", "rank " + rank);
    endMetadata();
    metadata("process_sort_index", rank);
    json.writeNumberProperty("sort_index", rank);
    endMetadata();
  }

  private void nameRow(Span span, int row) {
    int thread = span.lane().thread(row);
    threadMetadata("thread_name", span.rank(), thread);
    json.writeStringProperty("name", span.lane().rowLabel(row));
    endMetadata();
    threadMetadata("thread_sort_index", span.rank(), thread);
    json.writeNumberProperty("sort_index", thread);
    endMetadata();
  }

  private void metadata(String name, int rank) {
    json.writeStartObject();
    json.writeStringProperty("ph", "M");
    json.writeNumberProperty("pid", rank);
    json.writeStringProperty("name", name);
    json.writeObjectPropertyStart("args");
  }

  private void threadMetadata(String name, int rank, int thread) {
    json.writeStartObject();
    json.writeStringProperty("ph", "M");
    json.writeNumberProperty("pid", rank);
    json.writeNumberProperty("tid", thread);
    json.writeStringProperty("name", name);
    json.writeObjectPropertyStart("args");
  }

  private void endMetadata() {
    json.writeEndObject();
    json.writeEndObject();
  }

  private static BigDecimal micros(long nanos) {
    return BigDecimal.valueOf(nanos, 3);
  }
}
