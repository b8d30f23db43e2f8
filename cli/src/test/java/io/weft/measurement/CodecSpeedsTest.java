package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CodecSpeedsTest {
  /** One after the other, each of a second, with compilers busy in the first ones. */
  private static CodecMeasurement settled(int compiling, double... seconds) {
    var measured = new AtomicInteger();
    return CodecSpeeds.settled(
        () -> {
          double took = seconds[Math.min(measured.getAndIncrement(), seconds.length - 1)];
          return new CodecMeasurement(1_000, 0.5, took, took);
        },
        () -> measured.get() * 1_000_000_000L,
        () -> Math.min(measured.get(), compiling) * 500_000_000L);
  }

  @Test
  void what_counts_is_the_speed_after_compilation() {
    assertThat(settled(4, 1, 1, 1, 1, 0.01).encodeSeconds()).isEqualTo(0.01);
    assertThat(settled(0, 1, 0.5, 0.1, 0.05, 0.05).encodeSeconds()).isEqualTo(0.05);
    assertThat(settled(0, 1, 0.99, 0.01).encodeSeconds()).isEqualTo(0.99);
    assertThat(settled(1_000, 1).encodeSeconds()).isEqualTo(1);
  }

  @Test
  void a_compressor_is_written_under_its_name_with_both_speeds() {
    var said = new ArrayList<String>();
    var lines = CodecSpeeds.measure(Map.of("top-k", "top-k(density=0.1)"), said::add);
    assertThat(said).isEqualTo(List.of("top-k(density=0.1)"));
    assertThat(lines)
        .containsOnlyKeys("encode_top-k_gigabytes_per_second", "decode_top-k_gigabytes_per_second");
    assertThat(lines.values()).allMatch(speed -> speed > 0 && speed < 1000);
  }
}
