package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CodecSpeedsTest {
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
