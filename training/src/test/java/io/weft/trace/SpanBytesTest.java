package io.weft.trace;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class SpanBytesTest {
  @Test
  void spans_arrive_as_they_were_sent() {
    forAll(
        draw -> {
          var spans = new ArrayList<Span>();
          for (int left = draw.between(0, 5); left > 0; left--) {
            long start = draw.between(0, 1_000_000);
            var all =
                List.of(
                    new Argument.Step(draw.between(0, 9)),
                    new Argument.MicroStep(draw.between(0, 9)),
                    new Argument.Stage(draw.between(0, 9)),
                    new Argument.Bucket(draw.between(0, 9)),
                    new Argument.Bytes(1L << draw.between(0, 40)),
                    new Argument.Phase("all-reduce"),
                    new Argument.Cause("änderung " + draw.between(0, 9)));
            var lane = draw.between(0, 1) == 0 ? Lane.WAIT : Lane.EXCHANGE;
            var arguments = List.<Argument>copyOf(all.subList(draw.between(0, 6), 7));
            int rank = draw.between(0, 1023);
            spans.add(
                new Span(rank, lane, "bucket 2", start, start + draw.between(0, 9), arguments));
          }
          assertThat(SpanBytes.read(SpanBytes.of(spans))).isEqualTo(spans);
        });
  }

  @Test
  void bytes_that_were_cut_off_are_refused() {
    var span = new Span(0, Lane.WAIT, "wait", 0, 1, List.of(new Argument.Step(1)));
    byte[] bytes = SpanBytes.of(List.of(span));
    assertThatThrownBy(() -> SpanBytes.read(Arrays.copyOf(bytes, bytes.length - 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Byte 10 is within the name of the lane. */
  @Test
  void a_lane_that_does_not_exist_is_refused_with_a_sentence() {
    byte[] bytes = SpanBytes.of(List.of(new Span(0, Lane.WAIT, "wait", 0, 1, List.of())));
    bytes[10] = 'X';
    assertThatThrownBy(() -> SpanBytes.read(bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%d bytes are not those of spans: do all ranks run the same version of Weft?",
            bytes.length);
  }
}
