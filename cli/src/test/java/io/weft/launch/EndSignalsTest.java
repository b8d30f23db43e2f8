package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndSignalsTest {
  private final List<String> done = new ArrayList<>();
  private final EndSignals signals = EndSignals.of(() -> done.add("end"), () -> done.add("now"));

  @Test
  void the_first_signal_ends_in_good_order_and_a_second_from_the_keyboard_at_once() {
    signals.come(ExitCode.INTERRUPTED);
    assertThat(done).containsExactly("end");
    assertThat(signals.told()).contains(ExitCode.INTERRUPTED);
    signals.come(ExitCode.INTERRUPTED);
    assertThat(done).containsExactly("end", "now");
  }

  /** A terminal tells launcher and ranks, and the launcher tells the ranks again. */
  @Test
  void what_a_launcher_passes_on_is_no_second_time() {
    signals.come(ExitCode.TERMINATED);
    signals.come(ExitCode.INTERRUPTED);
    signals.come(ExitCode.TERMINATED);
    assertThat(done).containsExactly("end");
    assertThat(signals.told()).contains(ExitCode.INTERRUPTED);
  }

  @Test
  void what_is_done_changes_and_is_done_at_once_if_the_signal_has_come() {
    signals.instead(() -> done.add("other"));
    signals.come(ExitCode.TERMINATED);
    signals.instead(() -> done.add("late"));
    assertThat(done).containsExactly("other", "late");
  }
}
