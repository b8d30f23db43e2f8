package io.weft.collective;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class OperationKeyTest {
  @Test
  void different_keys_are_packed_differently_and_never_like_the_number_of_a_plain_call() {
    Map<Long, OperationKey> seen = new HashMap<>();
    forAll(
        draw -> {
          var key =
              new OperationKey(
                  Integer.toUnsignedLong(draw.between(0, Integer.MAX_VALUE) * 2 + 1),
                  draw.between(0, 65_535),
                  draw.between(0, 127));
          assertThat(key.packed()).isNegative();
          assertThat(seen.getOrDefault(key.packed(), key)).isEqualTo(key);
          for (long number = key.packed(); number < key.packed() + 256; number++) {
            assertThat(OperationKey.words(number)).endsWith("(" + key + ")");
          }
          seen.put(key.packed(), key);
        });
  }

  @Test
  void the_largest_key_keeps_all_its_parts() {
    var key = new OperationKey(4_294_967_295L, 65_535, 127);
    assertThat(OperationKey.words(key.packed()))
        .isEqualTo("(step 4294967295, bucket 65535, phase 127)");
    assertThat(OperationKey.words(key.packed() + 255)).startsWith("#255 (step 4294967295,");
    assertThat(OperationKey.words(412)).isEqualTo("#412");
  }

  @Test
  void parts_out_of_range_are_refused() {
    assertThatThrownBy(() -> new OperationKey(-1, 0, 0))
        .hasMessage("step=-1: choose 0 to 4294967295");
    assertThatThrownBy(() -> new OperationKey(1L << 32, 0, 0))
        .hasMessage("step=4294967296: choose 0 to 4294967295");
    assertThatThrownBy(() -> new OperationKey(0, 65_536, 0))
        .hasMessage("bucket=65536: choose 0 to 65535");
    assertThatThrownBy(() -> new OperationKey(0, 0, 128)).hasMessage("phase=128: choose 0 to 127");
  }
}
