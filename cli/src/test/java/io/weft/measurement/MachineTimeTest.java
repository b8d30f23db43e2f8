package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MachineTimeTest {
  @Test
  void idle_and_waiting_cores_and_other_machines_do_not_count() {
    assertThat(MachineTime.busyNanos("cpu  46 1 134 1347 7 2 80 5 0 0")).isEqualTo(2_630_000_000L);
    assertThatThrownBy(() -> MachineTime.busyNanos("intr 1 2 3 4 5 6 7 8"))
        .hasMessageContaining("intr");
  }

  @Test
  void what_this_thread_does_is_in_it() {
    assumeTrue(MachineTime.isKnown(), "this system has no /proc/stat that counts");
    long before = MachineTime.busyNanos();
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          while (MachineTime.busyNanos() == before) {
            Thread.onSpinWait();
          }
        });
    assertThat(MachineTime.busyNanos()).isGreaterThan(before);
  }
}
