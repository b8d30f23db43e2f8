package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.measurement.LinkFit.Sample;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class LinkFitTest {
  @Test
  void times_on_a_line_give_its_latency_and_rate() {
    Trials.forAll(
        draw -> {
          double latency = draw.between(1, 100_000) / 100.0;
          double rate = draw.between(1, 100_000) / 1000.0;
          var fit = LinkFit.of(samples(latency, rate));
          assertThat(fit.link().latencyMicros()).isCloseTo(latency, within(1e-6 * latency));
          assertThat(fit.link().gigabytesPerSecond()).isCloseTo(rate, within(1e-6 * rate));
          assertThat(fit.residualPercent()).isCloseTo(0, within(1e-6));
        });
  }

  @Test
  void a_disturbed_time_hardly_matters() {
    Trials.forAll(
        draw -> {
          var samples = samples(20, 2);
          disturb(samples, draw);
          var fit = LinkFit.of(samples);
          assertThat(fit.link().latencyMicros()).isCloseTo(20, within(1.0));
          assertThat(fit.link().gigabytesPerSecond()).isCloseTo(2, within(0.1));
        });
  }

  private static void disturb(List<Sample> samples, Draw draw) {
    int which = draw.between(0, samples.size() - 1);
    var old = samples.get(which);
    samples.set(which, new Sample(old.bytes(), old.micros() * draw.between(2, 10)));
  }

  @Test
  void neither_latency_nor_rate_is_impossible() {
    var sinking = List.of(new Sample(1 << 10, 10), new Sample(1 << 20, 5));
    assertThat(LinkFit.of(sinking).link().gigabytesPerSecond()).isPositive();
    var steep = List.of(new Sample(1 << 10, 1e-3), new Sample(1 << 20, 1000));
    assertThat(LinkFit.of(steep).link().latencyMicros()).isZero();
  }

  private static List<Sample> samples(double latency, double rate) {
    var samples = new ArrayList<Sample>();
    for (long bytes = 1 << 10; bytes <= 1 << 24; bytes *= 4) {
      samples.add(new Sample(bytes, latency + bytes / (1e3 * rate)));
    }
    return samples;
  }

  /** A bucket of 70 KB lets short messages through at once; then 25 MB/s are all there is. */
  @Test
  void the_sustained_rate_is_that_of_long_messages() {
    var samples = new ArrayList<Sample>();
    for (long bytes = 1024; bytes <= 1 << 24; bytes *= 4) {
      samples.add(new Sample(bytes, 80 + Math.max(0, bytes - 70_000) / 25.0));
    }
    var link = Calibration.sustained(samples);
    assertThat(link.gigabytesPerSecond()).isCloseTo(0.025, within(1e-9));
    assertThat(link.latencyMicros()).isEqualTo(80);
  }
}
