package io.weft.trace;

import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Scratch;
import io.weft.fuzz.Target;
import io.weft.report.TimelinePage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Traces that are drawn beside a prediction, and spans as they come from other ranks. */
public final class TraceTarget implements Target {
  private static final int STEPS = 2;

  @Override
  public List<byte[]> seeds() {
    var spans = new ArrayList<Span>();
    for (int step = 0; step < 4; step++) {
      long start = 1000L * step;
      spans.add(
          new Span(
              0,
              Lane.FORWARD,
              "stage 0",
              start,
              start + 400,
              List.of(new Argument.Step(step), new Argument.Stage(0))));
      spans.add(
          new Span(
              step % 2,
              Lane.values()[step],
              "bucket",
              start + 100,
              start + 900,
              List.of(
                  new Argument.Step(step),
                  new Argument.Bucket(3),
                  new Argument.Phase("sum"),
                  new Argument.Bytes(77),
                  new Argument.Cause("rank 1"))));
    }
    var trace = new ByteArrayOutputStream();
    try (var writer = TraceWriter.to(trace)) {
      spans.forEach(writer::write);
    }
    return List.of(Input.of(0, trace.toByteArray()), Input.of(1, SpanBytes.of(spans)));
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    if (input.below(2) == 0) {
      var file = Scratch.file("trace.json", input.rest());
      Refusal.only(() -> draw(file), IllegalArgumentException.class);
    } else {
      Refusal.only(() -> SpanBytes.read(input.rest()), IllegalArgumentException.class);
    }
  }

  private static void draw(Path file) throws IOException {
    var excerpt = Excerpt.lastSteps(TraceReader.read(file), STEPS);
    TimelinePage.html(
        "title", "summary", List.of(new TimelinePage.Panel("Measured", excerpt.spans())));
  }
}
