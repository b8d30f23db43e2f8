package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("processes")
class StandardErrorTest {
  /** The command of the script {@code weft}, without its build. */
  private static final String START =
      """
      exec "$0" -Dweft.parked.err=8 --enable-native-access=ALL-UNNAMED \
        --add-modules=jdk.incubator.vector -cp "$1" io.weft.command.Weft nonsense 8>&2 2>/dev/null
      """;

  @Test
  void on_a_screen_the_warning_of_the_jvm_is_hidden_and_ours_are_not() throws Exception {
    assumeTrue(Files.isExecutable(ScriptTree.onPath("bash")), "there is no bash on the PATH");
    String java = System.getProperty("java.home") + "/bin/java";
    var process =
        new ProcessBuilder("bash", "-c", START, java, System.getProperty("java.class.path"))
            .start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    ScriptTree.awaitEnd(process);
    assertThat(err).isEqualTo("weft: unknown command 'nonsense'; see weft --help\n");
    assertThat(process.exitValue()).isEqualTo(2);
  }
}
