package io.weft.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.Terminal;
import io.weft.command.Weft;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows of {@code ./weft} is what it prints and draws. */
class ReadmeTest {
  private static final Path ROOT = Path.of(System.getProperty("repository.root"));
  private static final Pattern CALL =
      Pattern.compile("(?m)^\\$ \\./weft (.*)\\n((?:(?!\\$ |```).*\\n)*)");
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
