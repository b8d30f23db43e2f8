package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Intake;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whoever receives may have a say in what becomes of the bytes: each is taken in once. */
class IntakeTest {
  /** Of single elements, at the edges of what is sent at once, and of many chunks and blocks. */
  private static final List<Integer> SIZES =
      List.of(0, 4, 60, 64, 4_096, 4_100, 65_532, 65_536, 65_540, 300_004, 1 << 20, 9_000_004);

  @TempDir private Path folder;

  @Test
  void of_one_stream() {
    try (var flows = Flows.open(2, 1, new FlowOptions(Duration.ofSeconds(20), false))) {
      exchange(flows);
    }
  }

  @Test
  void of_several_streams_with_checksums() {
    try (var flows = Flows.open(2, 3, new FlowOptions(Duration.ofSeconds(20), true))) {
      exchange(flows);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void of_mapped_memory() {
    try (var flows = Flows.openShared(2, folder)) {
      exchange(flows);
    }
  }

  /** Every size twice: ranks send before they ask for what the other sends, and after that. */
  private static void exchange(Flows flows) {
    flows.run(
        transport -> {
          int peer = 1 - transport.rank();
          try (var channel = transport.open(flows.ticket(1))) {
            for (int i = 0; i < 2 * SIZES.size(); i++) {
              int bytes = SIZES.get(i / 2);
              var memory = Contents.filled(100, bytes);
              var taken =
                  Collections.synchronizedList(new ArrayList<Long>()); // streams read at once
              Intake intake =
                  (place, came) -> {
                    taken.add(place.byteSize());
                    Contents.flip(place, came);
                  };
              var content = Contents.filled(i, bytes);
              var early = i % 2 == 0 ? channel.send(peer, content) : null;
              var receiving = channel.receive(peer, intake, memory);
              var sending = early == null ? channel.send(peer, content) : early;
              receiving.await(Flows.soon());
              sending.await(Flows.soon());
              check(taken, memory, i);
            }
          }
        });
  }

  private static void check(List<Long> taken, MemorySegment memory, long seed) {
    Contents.flip(memory, Contents.filled(100, memory.byteSize()));
    assertThat(Contents.firstDifference(memory, seed)).isNegative();
    assertThat(taken.stream().mapToLong(Long::longValue).sum()).isEqualTo(memory.byteSize());
    assertThat(taken.stream().filter(bytes -> bytes % Intake.GRAIN_BYTES != 0).count())
        .isLessThanOrEqualTo(1);
  }
}
