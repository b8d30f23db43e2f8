package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class CliTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  /** A command whose body the test gives. */
  @Command(name = "trial")
  static final class Trial implements Callable<Integer> {
    private final Output output;
    private final Body body;

    @Option(names = "--sizes", split = ",")
    List<ByteSize> sizes = List.of();

    @Option(names = "--timeout")
    Duration timeout = Duration.ZERO;

    Trial(Output output, Body body) {
      this.output = output;
      this.body = body;
    }

    @Override
    public Integer call() throws Exception {
      body.run(this, output);
      return ExitCode.OK.code();
    }
  }

  interface Body {
    void run(Trial options, Output output) throws Exception;
  }

  @Test
  void a_command_that_returns_has_succeeded() {
    assertThat(run((_, output) -> output.line("done"))).isZero();
    assertThat(recorded.out()).isEqualTo("done\n");
    assertThat(recorded.err()).isEmpty();
  }

  @Test
  @Timeout(30)
  void an_argument_is_not_read_as_a_file_of_arguments() {
    assertThat(run((_, output) -> output.line("done"), "@/dev/zero")).isEqualTo(2);
    assertThat(recorded.err()).contains("@/dev/zero");
  }

  @Test
  void sizes_and_times_are_read_as_they_are_written() {
    int exitCode =
        run(
            (options, output) -> output.line(options.sizes + " " + options.timeout),
            "--sizes=1KB,16KB",
            "--timeout=30s");
    assertThat(exitCode).isZero();
    assertThat(recorded.out()).isEqualTo("[1KB, 16KB] PT30S\n");
  }

  @Test
  void a_bad_value_names_the_option_and_the_way_to_write_it() {
    assertThat(run((_, _) -> {}, "--sizes=1KB,4mb")).isEqualTo(2);
    assertThat(recorded.err())
        .startsWith("weft: invalid value for option '--sizes'")
        .contains(
            "'4mb' is not a size: write a number of bytes, or one and KB, MB or GB, as in 4MB")
        .endsWith("; see trial --help\n");
  }

  @Test
  void an_expected_failure_is_one_sentence() {
    int exitCode = run((_, _) -> throwing(new NoSuchFileException("model.yaml")));
    assertThat(exitCode).isEqualTo(1);
    assertThat(recorded.err()).isEqualTo("weft: cannot find model.yaml\n");
    assertThat(recorded.out()).isEmpty();
  }

  @Test
  void a_failure_may_choose_its_exit_code() {
    var lost = new CommandFailedException(ExitCode.PEER_LOST, "rank 3 was lost");
    assertThat(run((_, _) -> throwing(lost))).isEqualTo(65);
  }

  @Test
  void with_json_the_failure_is_a_line_too() {
    run((_, _) -> throwing(new IllegalArgumentException("ranks=0: at least 1")), "--json");
    assertThat(recorded.out())
        .isEqualTo("{\"event\":\"error\",\"message\":\"ranks=0: at least 1\",\"exit_code\":2}\n");
    assertThat(recorded.err()).isEqualTo("weft: ranks=0: at least 1\n");
  }

  @Test
  void with_json_a_command_line_that_makes_no_sense_is_answered_in_json() {
    assertThat(run((_, _) -> {}, "--jsno", "--json")).isEqualTo(2);
    assertThat(recorded.out())
        .startsWith("{\"event\":\"error\",\"message\":\"unknown option '--jsno': did you mean")
        .endsWith("\"exit_code\":2}\n");
  }

  @Test
  void a_bug_leaves_its_stack_trace_in_a_file() throws Exception {
    int exitCode = run((_, _) -> throwing(new AssertionError("chunk 7 twice")));
    assertThat(exitCode).isEqualTo(1);
    assertThat(recorded.err())
        .startsWith("weft: this is a bug of Weft: java.lang.AssertionError: chunk 7 twice; please")
        .hasLineCount(1);
    Path file = Path.of(recorded.err().strip().replaceFirst(".* ", ""));
    assertThat(file).content().contains("AssertionError: chunk 7 twice", "\tat io.weft", "JDK ");
    Files.delete(file);
  }

  @Test
  void a_verbose_bug_shows_its_stack_trace() {
    run((_, _) -> throwing(new IllegalStateException("closed")), "--verbose");
    assertThat(recorded.err())
        .contains("IllegalStateException: closed\n\tat io.weft")
        .endsWith("weft: this is a bug of Weft: java.lang.IllegalStateException: closed\n");
  }

  @Test
  void a_result_that_cannot_be_written_is_a_failure() {
    var err = new StringWriter();
    var terminal = new Terminal(new PrintWriter(full()), new PrintWriter(err), false, false);
    int exitCode = cli(terminal, (_, output) -> output.line("result")).run();
    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString()).contains("cannot write to standard output");
  }

  @Test
  void help_is_not_mixed_with_json() {
    assertThat(run((_, _) -> {}, "--help", "--json")).isZero();
    assertThat(recorded.out()).isEmpty();
    assertThat(recorded.err()).contains("Usage: trial");
  }

  private int run(Body body, String... args) {
    return cli(recorded.pipe(), body).run(args);
  }

  private static Cli cli(Terminal terminal, Body body) {
    return new Cli(terminal, output -> new CommandLine(new Trial(output, body)));
  }

  private static void throwing(Throwable failure) throws Exception {
    switch (failure) {
      case Error error -> throw error;
      case Exception exception -> throw exception;
      default -> throw new AssertionError(failure);
    }
  }

  private static Writer full() {
    return new Writer() {
      @Override
      public void write(char[] buffer, int offset, int length) throws java.io.IOException {
        throw new java.io.IOException("disk full");
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
