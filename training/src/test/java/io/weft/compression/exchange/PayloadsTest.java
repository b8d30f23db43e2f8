package io.weft.compression.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.compression.codec.MalformedPayloadException;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadsTest {
  private static final long MOST = 1_000;

  private final Payloads payloads = new Payloads(3, MOST, false, Arena.ofAuto());

  @Test
  void lengths_are_rounded_up_as_far_as_there_is_room() {
    assertThat(payloads.rounded(0)).isZero();
    assertThat(payloads.rounded(1)).isEqualTo(MOST / 64);
    assertThat(payloads.rounded(MOST)).isEqualTo(MOST);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, MOST + 1, Long.MAX_VALUE})
  void a_length_that_no_rank_can_need_is_refused(long told) {
    assertThatExceptionOfType(MalformedPayloadException.class)
        .isThrownBy(() -> payloads.rounded(told))
        .withMessageContaining("%d bytes, of at most 1000", told);
  }
}
