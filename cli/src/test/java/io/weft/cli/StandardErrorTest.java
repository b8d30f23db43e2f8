package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("processes")
class StandardErrorTest {
  /** The command of the script {@code weft}, without its build. */
  private static final String START =
      """
      exec "$0" -Dweft.parked.err=8 --enable-native-access=ALL-UNNAMED \
        --add-modules=jdk.incubator.vector $2 -cp "$1" io.weft.command.Weft nonsense \
        8>&2 2> >(exec grep -v '^WARNING: Using incubator modules: jdk.incubator.vector$' >&8)
      """;

  @Test
  void the_warning_of_the_jvm_is_hidden_and_what_we_say_is_not() throws Exception {
    assertThat(saidWith("")).isEqualTo("weft: unknown command 'nonsense'; see weft --help\n");
  }

  @Test
  void a_jvm_that_does_not_start_says_why() throws Exception {
    assertThat(saidWith("-XX:+NoSuchOption")).contains("Unrecognized VM option 'NoSuchOption'");
  }

  @Test
  void the_script_starts_the_jvm_in_the_same_way() throws Exception {
    var script = Files.readString(Path.of(System.getProperty("repository.root"), "weft"));
    var redirection = START.substring(START.indexOf("8>&2")).strip();
    assertThat(script).contains("-Dweft.parked.err=8", redirection);
  }

  /** On standard error, to its end: that of whatever is between the JVM and us. */
  private static String saidWith(String option) throws Exception {
    assumeTrue(Files.isExecutable(ScriptTree.onPath("bash")), "there is no bash on the PATH");
    String java = System.getProperty("java.home") + "/bin/java";
    var classPath = System.getProperty("java.class.path");
    var process = new ProcessBuilder("bash", "-c", START, java, classPath, option).start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    ScriptTree.awaitEnd(process);
    assertThat(process.exitValue()).isNotZero();
    return err;
  }
}
