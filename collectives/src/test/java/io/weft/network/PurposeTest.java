package io.weft.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PurposeTest {
  @Test
  void the_number_of_a_plain_call_says_what_it_is_for_and_which_call_it_is() {
    var plain = List.of(Purpose.CALL, Purpose.CHECKPOINT, Purpose.PLANNING, Purpose.REPORT);
    for (var purpose : plain) {
      long number = purpose.numbered(412);
      assertThat(new Key(7, number).purpose()).isEqualTo(purpose);
      assertThat(Purpose.call(number)).isEqualTo(412);
    }
    assertThat(Purpose.CALL.numbered(412)).isEqualTo(412);
  }

  @Test
  void operations_that_are_found_by_their_key_are_what_steps_exchange() {
    assertThat(new Key(7, Long.MIN_VALUE | 5).purpose()).isEqualTo(Purpose.STEP);
    assertThatThrownBy(() -> Purpose.STEP.numbered(1)).hasMessageContaining("no plain calls");
  }

  @Test
  void a_number_that_nobody_makes_is_that_of_a_call() {
    assertThat(new Key(7, Long.MAX_VALUE).purpose()).isEqualTo(Purpose.CALL);
  }

  @Test
  void what_was_counted_before_is_taken_away() {
    var before =
        new Traffic(
            Map.of(Purpose.CALL, new Traffic.Bytes(1, 2)), List.of(new Traffic.Bytes(1, 2)));
    var now =
        new Traffic(
            Map.of(Purpose.CALL, new Traffic.Bytes(11, 22), Purpose.STEP, new Traffic.Bytes(5, 6)),
            List.of(new Traffic.Bytes(16, 28)));
    var since = now.since(before);
    assertThat(since.of(Purpose.CALL)).isEqualTo(new Traffic.Bytes(10, 20));
    assertThat(since.of(Purpose.STEP)).isEqualTo(new Traffic.Bytes(5, 6));
    assertThat(since.of(Purpose.REPORT)).isEqualTo(Traffic.Bytes.NONE);
    assertThat(since.bySocket()).containsExactly(new Traffic.Bytes(15, 26));
    assertThat(since.sent()).isEqualTo(15);
  }
}
