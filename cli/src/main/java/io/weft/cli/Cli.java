package io.weft.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Runs one command line: parses it, runs its command, turns whatever happens into an exit code. */
public final class Cli {
  private final Terminal terminal;
  private final Function<Output, CommandLine> commands;

  /** {@code commands} makes the tree of commands that print to a given output. */
  public Cli(Terminal terminal, Function<Output, CommandLine> commands) {
    this.terminal = terminal;
    this.commands = commands;
  }

  /** What a {@code main} calls: runs the command line on the process itself and does not return. */
  public static void runAndExit(Function<Output, CommandLine> commands, String... args) {
    StandardError.restore();
    Locale.setDefault(
        Locale.ROOT); // what is printed is also read, by programs and by people elsewhere
    LogConfiguration.use();
    var cli = new Cli(Terminal.ofProcess(), commands);
    // Whoever else prints to standard output, a library say, must not get between the JSON lines.
    System.setOut(System.err);
    System.exit(cli.run(args));
  }

  /** The exit code; never throws. */
  public int run(String... args) {
    var output =
        new Output(terminal, GlobalOptions.askForJson(args), GlobalOptions.askForDetails(args));
    int exitCode;
    try {
      exitCode = execute(output, args);
    } catch (ParameterException e) {
      exitCode = report(Failure.usage(UsageError.sentence(e)), e, output, args);
    } catch (Throwable e) { // A bug is reported like any failure; nobody above could do more.
      Throwable cause = withoutWrapper(e);
      exitCode = report(Failure.of(cause), cause, output, args);
    }
    return afterwards(exitCode, output);
  }

  private int execute(Output output, String... args) {
    CommandLine root = prepared(commands.apply(output));
    // Help is for people: with --json it must not mix with the lines on standard output.
    root.setOut(output.json() ? terminal.err() : terminal.out());
    root.setErr(terminal.err());
    ParseResult parsed = root.parseArgs(args);
    if (parsed.isVersionHelpRequested()) {
      return VersionEvent.current().print(output);
    }
    Integer help = CommandLine.executeHelpRequest(parsed);
    return help != null ? help : new RunLast().execute(parsed);
  }

  private CommandLine prepared(CommandLine root) {
    GlobalOptions.addTo(root.getCommandSpec());
    HelpStyle.apply(root, terminal.colour());
    // An argument such as @file would be replaced by all that the file holds, whatever it is.
    return root.setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(int.class, new SentenceConverter<>(WholeNumber::ofInt))
        .registerConverter(Integer.class, new SentenceConverter<>(WholeNumber::ofInt))
        .registerConverter(long.class, new SentenceConverter<>(WholeNumber::ofLong))
        .registerConverter(Long.class, new SentenceConverter<>(WholeNumber::ofLong))
        .registerConverter(double.class, new SentenceConverter<>(DecimalNumber::parse))
        .registerConverter(Double.class, new SentenceConverter<>(DecimalNumber::parse))
        .registerConverter(ByteSize.class, new SentenceConverter<>(ByteSize::parse))
        .registerConverter(Duration.class, new SentenceConverter<>(DurationOption::parse));
  }

  private static Throwable withoutWrapper(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof ExecutionException && cause != null ? cause : thrown;
  }

  private static int report(Failure failure, Throwable cause, Output output, String... args) {
    String sentence = failure.sentence();
    if (GlobalOptions.askForDetails(args)) {
      output.note(CrashReport.stackTrace(cause));
    } else if (failure.bug()) {
      sentence += kept(cause, output);
    }
    output.note(sentence);
    output.event(new ErrorEvent(sentence, failure.exitCode().code()));
    return failure.exitCode().code();
  }

  private static String kept(Throwable bug, Output output) {
    try {
      return "; please report it with the details in " + CrashReport.write(bug);
    } catch (IOException e) {
      output.note(CrashReport.stackTrace(bug));
      return "; please report it with the details above";
    }
  }

  /** A result that could not be written is a failure, however well the command went. */
  private int afterwards(int exitCode, Output output) {
    output.eraseProgress();
    terminal.err().flush();
    if (!terminal.out().checkError() || exitCode != ExitCode.OK.code()) {
      return exitCode;
    }
    output.note("cannot write to standard output: it is closed, or the disk is full");
    return ExitCode.FAILURE.code();
  }
}
