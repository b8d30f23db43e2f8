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
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {
  private static final List<Span> SPANS =
      List.of(
          new Span(0, Lane.FORWARD, "stage 0", 0, 1, List.of(new Step(0), new Stage(0))),
          new Span(
              3,
              Lane.EXCHANGE,
              "bucket 2",
              1_200_001,
              9_007_199_254_740_993L,
              List.of(
                  new Step(4),
                  new MicroStep(1),
                  new Stage(7),
                  new Bucket(2),
                  new Phase("all-reduce of gradients"),
                  new Bytes(5_000_000_000L),
                  new Cause("\"bucket 1\"\n"))),
          new Span(0, Lane.WAIT, "step 1", 5, 5, List.of()));

  @TempDir private Path folder;

  private Path written() throws IOException {
    var file = folder.resolve("trace.json");
    try (var writer = TraceWriter.to(file)) {
      SPANS.forEach(writer::write);
    }
    return file;
  }

  @Test
  void gives_back_what_was_written() throws IOException {
    assertThat(TraceReader.read(written())).isEqualTo(SPANS);
  }

  @Test
  void other_files_and_parts_of_a_trace_are_refused() throws IOException {
    var whole = Files.readString(written());
    var file = folder.resolve("other.json");
    for (var text :
        List.of(
            "no JSON",
            whole.substring(0, whole.length() / 2),
            "{\"traceEvents\":[{\"ph\":\"X\"}]}",
            whole.replaceFirst("\"ts\": ?[0-9.]+", "\"ts\":" + "9".repeat(900)),
            whole.replaceFirst("\"ts\": ?[0-9.]+", "\"ts\":\"" + "9".repeat(9_000_000) + "\""),
            whole.replaceFirst("\"ts\": ?[0-9.]+", "\"ts\":-1e999999999"),
            "[".repeat(1_000_000),
            "{\"traceEvents\":[{\"ph\":\"X\",\"pid\":[1]}]}")) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> TraceReader.read(file))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("other.json is not a whole trace of weft");
    }
    assertThatThrownBy(() -> TraceReader.read(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("it is a folder");
  }
}
