package io.weft.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.Terminal;
import io.weft.command.Weft;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
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

/** What the README shows of {@code ./weft} is what it prints and draws. */
class ReadmeTest {
  private static final Path ROOT = Path.of(System.getProperty("repository.root"));
  private static final Pattern CALL =
      Pattern.compile("(?m)^\\$ \\./weft (.*)\\n((?:(?!\\$ |```).*\\n)*)");
  private static final long HANG_GUARD_SECONDS = 30;
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @Test
  void every_call_prints_what_is_shown_of_it() throws IOException {
    var calls = CALL.matcher(Files.readString(ROOT.resolve("README.md"))).results().toList();
    assertThat(calls).hasSizeGreaterThanOrEqualTo(4);
    for (var call : calls) {
      assertThat(printed(words(call.group(1))))
          .as("./weft %s", call.group(1))
          .containsSubsequence(parts(call.group(2)));
    }
  }

  @Test
  void the_picture_is_what_is_drawn(@TempDir Path folder) throws IOException {
    var drawn = folder.resolve("ring.svg");
    printed(List.of("show", "ring", "--ranks", "5", "--svg", drawn.toString()));
    assertThat(Files.readString(ROOT.resolve("docs/ring.svg")))
        .as("draw again with: ./weft show ring --ranks 5 --svg docs/ring.svg")
        .isEqualTo(Files.readString(drawn));
  }

  @Test
  @Tag("processes")
  void ranks_started_by_hand_meet(@TempDir Path folder) throws Exception {
    var lines = commands("RANK=\\d WORLD_SIZE=2");
    assertThat(lines).hasSize(2);
    String port = Integer.toString(freePort());
    var ranks = new ArrayList<Process>();
    try {
      for (String line : lines) {
        ranks.add(shell(line.replace("29500", port), folder.resolve("rank-" + ranks.size())));
      }
      for (int rank = 0; rank < 2; rank++) {
        assertThat(ranks.get(rank).waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("rank-" + rank)).hasContent("rank %d: 0.5 5.0".formatted(rank));
      }
    } finally {
      ranks.forEach(Process::destroyForcibly);
    }
  }

  @Test
  @Tag("processes")
  void the_launcher_starts_four_ranks_as_shown(@TempDir Path folder) throws IOException {
    var call = commands("\\./weft run --ranks 4");
    assertThat(call).hasSize(1);
    var words = new ArrayList<>(words(call.getFirst().replace("\\\n", " ")));
    words.removeFirst();
    words.replaceAll(word -> word.equals("java") ? java().toString() : word);
    words.replaceAll(word -> word.matches("(collectives|examples)/.*") ? at(word) : word);
    words.addAll(1, List.of("--log-dir", folder.toString()));
    assertThat(printed(words))
        .contains("[rank 0] rank 0: 1.5 15.0\n", "[rank 3] rank 3: 1.5 15.0\n");
  }

  /** Commands of the README that begin so, each to the end of its block. */
  private static List<String> commands(String beginning) throws IOException {
    return Pattern.compile("(?ms)^```\n(" + beginning + ".*?)^```$")
        .matcher(Files.readString(ROOT.resolve("README.md")))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static Process shell(String line, Path out) throws IOException {
    var builder = new ProcessBuilder("sh", "-c", line).directory(ROOT.toFile());
    String path = java().getParent() + ":" + System.getenv("PATH");
    builder.environment().put("PATH", path);
    return builder.redirectOutput(out.toFile()).start();
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static String at(String path) {
    return ROOT.resolve(path).toString();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> words(String call) {
    return WORD.matcher(call)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }

  /** An ellipsis stands for what is not shown. */
  private static List<String> parts(String shown) {
    return Pattern.compile("…")
        .splitAsStream(shown)
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  private static String printed(List<String> arguments) {
    var text = new StringWriter();
    var writer = new PrintWriter(text);
    Weft.run(new Terminal(writer, writer, false, false), arguments.toArray(String[]::new));
    return text.toString();
  }
}
