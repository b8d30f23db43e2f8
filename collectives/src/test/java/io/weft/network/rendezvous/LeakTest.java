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
  private static final int CYCLES = 200;
  private static final Path SOCKETS = Path.of("/proc/self/fd");

  @Test
  void opening_and_closing_leaves_no_threads_and_no_sockets() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          cycle();
          long before = openSockets();
          for (int i = 0; i < CYCLES; i++) {
            cycle();
          }
          assertThat(threads()).isEmpty();
          assertThat(openSockets()).isLessThan(before + CYCLES / 10);
        });
  }

  private static void cycle() throws IOException, InterruptedException {
    Ranks.meet(Ranks.onLoopback().all(3)).forEach(Mesh::close);
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

  /** Open sockets of this process, where the system lists them; else always none. */
  private static long openSockets() throws IOException {
    if (!Files.isDirectory(SOCKETS)) {
      return 0;
    }
    try (var descriptors = Files.list(SOCKETS)) {
      return descriptors.filter(LeakTest::isSocket).count();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      return false; // It was closed while we looked.
    }
  }
}
