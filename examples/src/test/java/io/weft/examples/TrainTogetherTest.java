package io.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process becomes many by changing a few lines, and learns the same. */
class TrainTogetherTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("repository.root"), "examples/src/main/java/io/weft/examples");
  private static final int LINES_MOST = 10;
  private static final int RANKS = 2;
  private static final long HANG_SECONDS = 120;
  private static final Pattern LOSS = Pattern.compile("loss ([01]\\.\\d{3}) after 100 steps");

  /** Sums in another order may end on the other side of where a digit is rounded. */
  private static final double LAST_DIGIT = 1.1e-3;

  @Test
  void at_most_ten_lines_change() throws IOException {
    var alone = lines("TrainAlone");
    var together = lines("TrainTogether");
    var gone = new ArrayList<>(alone);
    together.forEach(gone::remove);
    var added = new ArrayList<>(together);
    alone.forEach(added::remove);
    assertThat(added).as("lines added, for %s", gone).hasSizeBetween(1, LINES_MOST);
    assertThat(gone).as("lines gone, for %s", added).hasSizeBetween(1, LINES_MOST);
  }

  private static List<String> lines(String name) throws IOException {
    return Files.readAllLines(SOURCES.resolve(name + ".java"));
  }

  @Test
  @Tag("processes")
  @Tag("thorough")
  void two_processes_end_with_the_loss_of_one(@TempDir Path folder) throws Exception {
    double alone = loss(Printed.by(TrainAlone::main).getLast());
    int port = freePort();
    var processes = new ArrayList<Process>();
    try {
      for (int rank = 0; rank < RANKS; rank++) {
        processes.add(start(rank, port, folder));
      }
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(processes.get(rank).waitFor(HANG_SECONDS, TimeUnit.SECONDS)).isTrue();
        double together = loss(Files.readAllLines(folder.resolve("rank-" + rank)).getLast());
        assertThat(together).isCloseTo(alone, within(LAST_DIGIT));
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static double loss(String line) {
    var match = LOSS.matcher(line);
    assertThat(match.matches()).as(line).isTrue();
    return Double.parseDouble(match.group(1));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Process start(int rank, int port, Path folder) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            java,
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-cp",
            System.getProperty("java.class.path"),
            TrainTogether.class.getName());
    builder.environment().put("RANK", String.valueOf(rank));
    builder.environment().put("WORLD_SIZE", String.valueOf(RANKS));
    builder.environment().put("MASTER_ADDR", "127.0.0.1");
    builder.environment().put("MASTER_PORT", String.valueOf(port));
    var log = folder.resolve("rank-" + rank).toFile();
    return builder.redirectErrorStream(true).redirectOutput(log).start();
  }
}
