package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trials.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks that meet, work together and leave, again and again. */
@Tag("sampled")
class OpenCloseTest {
  private static final int CYCLES = Thorough.either(50, 1_000);

  /** What the JVM may open meanwhile for itself, such as an archive of classes. */
  private static final int OTHERS_MAX = 8;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @Test
  void many_jobs_leave_no_threads_and_no_descriptors() throws IOException, InterruptedException {
    cycle();
    long before = descriptors();
    for (int i = 0; i < CYCLES; i++) {
      cycle();
    }
    assertThat(threads()).isEmpty();
    assertThat(descriptors()).isLessThanOrEqualTo(before + OTHERS_MAX);
  }

  private static void cycle() {
    try (var flows = Flows.open(2)) {
      flows.run(
          transport -> {
            try (var communicator = Communicator.open(transport, Options.oneHost(2))) {
              var data = new float[] {transport.rank() + 1};
              communicator.allReduce(Tensor.of(data), Reduction.SUM);
              assertThat(data).containsExactly(3);
            }
          });
    }
  }

  private static List<String> threads() throws InterruptedException {
    var left = new ArrayList<String>();
    for (var thread : Thread.getAllStackTraces().keySet()) {
      boolean ours = thread.getName().startsWith("rank-");
      if (ours && !thread.join(Duration.ofSeconds(5))) {
        left.add(thread.getName());
      }
    }
    return left;
  }

  /** Open files of this process, where the system lists them; else always none. */
  private static long descriptors() throws IOException {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return 0;
    }
    try (var open = Files.list(DESCRIPTORS)) {
      return open.count();
    }
  }
}
