package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class LargeTensorTest {
  private static final long GIB = 1L << 30;
  private static final long NEEDED = 10 * GIB;

  @Test
  void more_than_two_gibibytes_are_all_reduced() throws IOException {
    long free = freeBytes();
    boolean enough = free >= NEEDED;
    if (!enough) {
      System.out.printf("skipped: needs 10 GiB of free memory, found %d MiB%n", free >> 20);
    }
    assumeTrue(enough, "needs 10 GiB of free memory");
    long length = 2 * GIB + 12345;
    World.spawn(
        2,
        communicator -> {
          try (var arena = Arena.ofShared()) {
            var segment = arena.allocate(length, 64);
            segment.fill((byte) (communicator.rank() + 1));
            segment.set(ValueLayout.JAVA_BYTE, length - 1, (byte) (10 + communicator.rank()));
            communicator
                .using("ring")
                .allReduce(Tensor.of(segment, ElementType.INT8), Reduction.SUM);
            for (long at = 0; at < length - 1; at += 997) {
              assertThat(segment.get(ValueLayout.JAVA_BYTE, at)).isEqualTo((byte) 3);
            }
            assertThat(segment.get(ValueLayout.JAVA_BYTE, length - 1)).isEqualTo((byte) 21);
            communicator.barrier();
          }
        });
  }

  /**
   * What the system could give without swapping, where it says so; otherwise nothing is assumed.
   */
  private static long freeBytes() throws IOException {
    var file = Path.of("/proc/meminfo");
    if (!Files.isReadable(file)) {
      return 0;
    }
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(Long::parseLong)
          .map(kibibytes -> kibibytes << 10)
          .findFirst()
          .orElse(0);
    }
  }
}
