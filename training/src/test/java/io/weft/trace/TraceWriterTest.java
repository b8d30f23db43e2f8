package io.weft.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.trace.Argument.Bucket;
import io.weft.trace.Argument.Bytes;
import io.weft.trace.Argument.Cause;
import io.weft.trace.Argument.MicroStep;
import io.weft.trace.Argument.Phase;
import io.weft.trace.Argument.Stage;
import io.weft.trace.Argument.Step;
import io.weft.trials.Trials;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("sampled")
class TraceWriterTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Surefire starts tests in the folder of the module. */
  private static final Path DOCUMENT = Path.of("..", "docs", "trace.md");

  private static final Span WITH_EVERY_ARGUMENT =
      new Span(
          3,
          Lane.EXCHANGE,
          "bucket 2",
          1_200_000,
          2_030_500,
          List.of(
              new Step(4),
              new MicroStep(1),
              new Stage(7),
              new Bucket(2),
              new Phase("all-reduce of gradients"),
              new Bytes(5_000_000_000L),
              new Cause("\"bucket 1\"\n")));

  @Test
  void a_span_is_a_complete_event_in_microseconds() {
    var span = spans(written(writer -> writer.write(WITH_EVERY_ARGUMENT))).getFirst();
    assertThat(span.get("ph").stringValue()).isEqualTo("X");
    assertThat(span.get("pid").intValue()).isEqualTo(3);
    assertThat(span.get("tid").intValue()).isEqualTo(300);
    assertThat(span.get("cat").stringValue()).isEqualTo("exchange");
    assertThat(span.get("name").stringValue()).isEqualTo("bucket 2");
    assertThat(span.get("ts").decimalValue()).isEqualByComparingTo("1200");
    assertThat(span.get("dur").decimalValue()).isEqualByComparingTo("830.5");
    assertThat(span.get("args"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"step": 4, "microStep": 1, "stage": 7, "bucket": 2,
                 "phase": "all-reduce of gradients", "bytes": 5000000000,
                 "cause": "\\"bucket 1\\"\\n"}
                """));
  }

  @Test
  void times_keep_every_nanosecond_for_years() {
    long years = 300_000_000_000_000_001L;
    assertThat(text(writer -> writer.write(span(Lane.WAIT, years, years + 1))))
        .contains("\"ts\":300000000000000.001,\"dur\":0.001,");
  }

  @Test
  void a_trace_without_spans_is_a_valid_one() {
    assertThat(written(_ -> {}))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"displayTimeUnit": "ms", "otherData": {"format": "weft-trace", "version": 1},
                 "traceEvents": []}
                """));
  }

  @Test
  void ranks_and_lanes_are_named_and_ordered_once_before_their_first_span() {
    var trace =
        written(
            writer -> {
              for (var lane : Lane.values()) {
                writer.write(span(lane, 0, 5));
                writer.write(span(lane, 5, 9));
              }
            });
    assertThat(names(trace, "process_name")).containsExactly("0 rank 0");
    assertThat(names(trace, "thread_name"))
        .containsExactly(
            "100 forward", "200 backward", "300 exchange", "400 update", "500 wait", "600 pause");
    for (int thread = 100; thread <= 600; thread += 100) {
      assertThat(phases(trace, thread)).containsExactly("M", "M", "X", "X");
    }
    for (var event : events(trace, "M")) {
      if (event.get("name").stringValue().endsWith("sort_index")) {
        var place = event.has("tid") ? event.get("tid") : event.get("pid");
        assertThat(event.get("args").get("sort_index")).isEqualTo(place);
      }
    }
  }

  @Test
  void a_span_that_overlaps_another_gets_a_row_of_its_own() {
    var trace =
        written(
            writer -> {
              writer.write(span(Lane.EXCHANGE, 0, 10));
              writer.write(span(Lane.EXCHANGE, 4, 12));
              writer.write(span(Lane.EXCHANGE, 10, 20));
              writer.write(span(Lane.UPDATE, 10, 20));
            });
    assertThat(spans(trace))
        .extracting(event -> event.get("tid").intValue())
        .containsExactly(300, 301, 300, 400);
    assertThat(names(trace, "thread_name"))
        .containsExactly("300 exchange", "301 exchange 2", "400 update");
  }

  @Test
  void no_two_spans_of_a_row_overlap_in_whatever_order_they_come() {
    Trials.forAll(
        draw -> {
          var spans = new ArrayList<Span>();
          for (int i = draw.between(1, 60); i > 0; i--) {
            int start = draw.between(0, 200);
            spans.add(span(Lane.EXCHANGE, start, start + draw.between(0, 40)));
          }
          var trace = written(writer -> spans.forEach(writer::write));
          assertThat(spans(trace)).hasSize(spans.size());
          assertNoOverlaps(spans(trace));
        });
  }

  @Test
  void spans_in_the_order_of_their_starts_need_as_many_rows_as_are_open_at_once() {
    var trace =
        written(
            writer -> {
              for (int i = 0; i < 1_000; i++) {
                writer.write(span(Lane.EXCHANGE, i, i + 3));
              }
            });
    assertThat(names(trace, "thread_name")).hasSize(3);
  }

  @Test
  void more_rows_than_a_lane_can_have_are_refused() {
    assertThatThrownBy(
            () ->
                written(
                    writer -> {
                      for (int i = 0; i <= Lane.ROWS_MAX; i++) {
                        writer.write(span(Lane.WAIT, 0, 1));
                      }
                    }))
        .hasMessageContaining("rank 0 has more than 100 spans at once on lane wait");
  }

  @Test
  void the_file_is_complete_even_if_the_run_fails(@TempDir Path folder) throws IOException {
    var file = folder.resolve("trace.json");
    assertThatThrownBy(() -> writeAndFail(file)).hasMessage("the run failed");
    assertThat(spans(MAPPER.readTree(Files.readString(file)))).hasSize(1);
  }

  private static void writeAndFail(Path file) throws IOException {
    try (var writer = TraceWriter.to(file)) {
      writer.write(span(Lane.FORWARD, 0, 1));
      throw new IllegalStateException("the run failed");
    }
  }

  @Test
  void spans_reach_the_stream_while_the_run_goes_on() {
    var stream = new ByteArrayOutputStream();
    try (var writer = TraceWriter.to(stream)) {
      for (int i = 0; i < 10_000; i++) {
        writer.write(span(Lane.FORWARD, i, i + 1));
      }
      assertThat(stream.size()).isGreaterThan(500_000);
    }
  }

  @Test
  void a_failing_disk_is_reported() {
    var full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left");
          }
        };
    assertThatThrownBy(() -> TraceWriter.to(full).close())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageStartingWith("the trace cannot be written")
        .hasRootCauseMessage("no space left");
  }

  @Test
  void nothing_is_written_after_the_end() {
    var writer = TraceWriter.to(new ByteArrayOutputStream());
    writer.close();
    writer.close();
    assertThatThrownBy(() -> writer.write(span(Lane.WAIT, 0, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the trace is closed");
  }

  @Test
  void impossible_spans_are_refused() {
    assertThatThrownBy(() -> span(Lane.WAIT, 5, 4)).hasMessageContaining("from 5 ns to 4 ns");
    assertThatThrownBy(() -> span(Lane.WAIT, -1, 4)).hasMessageContaining("from -1 ns");
    assertThatThrownBy(() -> new Span(-1, Lane.WAIT, "x", 0, 1, List.of()))
        .hasMessageContaining("rank=-1");
    assertThatThrownBy(() -> new Span(0, Lane.WAIT, "x", 0, 1, List.of(new Step(1), new Step(2))))
        .hasMessageContaining("two arguments of a kind");
  }

  @Test
  void the_document_names_every_field_and_no_other() throws IOException {
    assertThat(WITH_EVERY_ARGUMENT.arguments())
        .extracting(Object::getClass)
        .containsExactlyInAnyOrder(Argument.class.getPermittedSubclasses());
    var fields = new TreeSet<String>();
    collect("", written(writer -> writer.write(WITH_EVERY_ARGUMENT)), fields);
    assertThat(firstColumn("## Fields")).isEqualTo(fields);
  }

  @Test
  void the_document_names_every_lane_and_no_other() throws IOException {
    var lanes = new TreeSet<String>();
    for (var lane : Lane.values()) {
      lanes.add(lane.label());
      assertThat(Files.readString(DOCUMENT))
          .contains(
              "| `%s` | %d to %d |"
                  .formatted(lane.label(), lane.thread(0), lane.thread(Lane.ROWS_MAX - 1)));
    }
    assertThat(firstColumn("## Ranks and lanes")).isEqualTo(lanes);
  }

  @Test
  void the_example_of_the_document_is_what_is_written() throws IOException {
    var example = Files.readString(DOCUMENT).split("```json\n|```", -1)[1];
    var span =
        new Span(
            0,
            Lane.EXCHANGE,
            "bucket 2",
            1_200_000,
            2_030_500,
            List.of(
                new Step(4),
                new Bucket(2),
                new Phase("all-reduce of gradients"),
                new Bytes(26_214_400)));
    assertThat(text(writer -> writer.write(span)))
        .isEqualTo(example.replace("\n ", "").replace("\n", ""));
  }

  /** The names in backticks at the start of the rows of the table under a heading. */
  private static Set<String> firstColumn(String heading) throws IOException {
    var section =
        Files.readString(DOCUMENT).split(Pattern.quote(heading), -1)[1].split("\n## ", -1)[0];
    var names = new TreeSet<String>();
    var rows = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE).matcher(section);
    while (rows.find()) {
      names.add(rows.group(1));
    }
    return names;
  }

  private static void collect(String path, JsonNode node, Set<String> fields) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  collect(
                      path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                      field.getValue(),
                      fields));
    } else if (node.isArray()) {
      node.forEach(element -> collect(path + "[]", element, fields));
    } else {
      fields.add(path);
    }
  }

  private static void assertNoOverlaps(List<JsonNode> spans) {
    var sorted = new ArrayList<>(spans);
    sorted.sort(
        Comparator.comparingInt((JsonNode span) -> span.get("tid").intValue())
            .thenComparing(span -> span.get("ts").decimalValue())
            .thenComparing(span -> span.get("dur").decimalValue()));
    for (int i = 1; i < sorted.size(); i++) {
      var before = sorted.get(i - 1);
      var after = sorted.get(i);
      if (before.get("tid").equals(after.get("tid"))) {
        assertThat(before.get("ts").decimalValue().add(before.get("dur").decimalValue()))
            .isLessThanOrEqualTo(after.get("ts").decimalValue());
      }
    }
  }

  private static Span span(Lane lane, long startNanos, long endNanos) {
    return new Span(0, lane, "x", startNanos, endNanos, List.of());
  }

  private static JsonNode written(Consumer<TraceWriter> writing) {
    return MAPPER.readTree(text(writing));
  }

  private static String text(Consumer<TraceWriter> writing) {
    var stream = new ByteArrayOutputStream();
    try (var writer = TraceWriter.to(stream)) {
      writing.accept(writer);
    }
    return stream.toString(StandardCharsets.UTF_8);
  }

  private static List<JsonNode> events(JsonNode trace, String phase) {
    var events = new ArrayList<JsonNode>();
    for (var event : trace.get("traceEvents")) {
      if (event.get("ph").stringValue().equals(phase)) {
        events.add(event);
      }
    }
    return events;
  }

  private static List<JsonNode> spans(JsonNode trace) {
    return events(trace, "X");
  }

  /** Number and given name of each event of that name. */
  private static List<String> names(JsonNode trace, String kind) {
    return events(trace, "M").stream()
        .filter(event -> event.get("name").stringValue().equals(kind))
        .map(
            event ->
                (event.has("tid") ? event.get("tid") : event.get("pid"))
                    + " "
                    + event.get("args").get("name").stringValue())
        .toList();
  }

  private static List<String> phases(JsonNode trace, int thread) {
    var phases = new ArrayList<String>();
    for (var event : trace.get("traceEvents")) {
      if (event.has("tid") && event.get("tid").intValue() == thread) {
        phases.add(event.get("ph").stringValue());
      }
    }
    return phases;
  }
}
