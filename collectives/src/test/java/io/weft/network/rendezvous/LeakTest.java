package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeakTest {
  private static final int CYCLES = 1000;
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** What the JVM may open meanwhile for itself, such as an archive of classes. */
  private static final int OTHERS_MAX = 8;

  @Test
  void opening_and_closing_leaves_no_threads_no_sockets_and_no_files() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          cycle();
          long before = openDescriptors();
          long startNanos = System.nanoTime();
          for (int i = 0; i < CYCLES; i++) {
            cycle();
          }
          long millis = (System.nanoTime() - startNanos) / 1_000_000;
          System.out.printf("%d meetings of 2 ranks in %d ms%n", CYCLES, millis);
          assertThat(threads()).isEmpty();
          assertThat(openDescriptors()).isLessThanOrEqualTo(before + OTHERS_MAX);
        });
  }

  private static void cycle() throws IOException, InterruptedException {
    Ranks.meet(Ranks.onLoopback().all(2)).forEach(Mesh::close);
  }

  /** A thread counts as ended once it can be joined: its task ends a moment earlier. */
  private static List<String> threads() throws InterruptedException {
    var left = new ArrayList<String>();
    for (var thread : Thread.getAllStackTraces().keySet()) {
      boolean ours = thread.getName().contains("/rendezvous/");
      if (ours && !thread.join(Duration.ofSeconds(5))) {
        left.add(thread.getName());
      }
    }
    return left;
  }

  /** Open files and sockets of this process, where the system lists them; else always none. */
  private static long openDescriptors() throws IOException {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return 0;
    }
    try (var descriptors = Files.list(DESCRIPTORS)) {
      return descriptors.count();
    }
  }
}
