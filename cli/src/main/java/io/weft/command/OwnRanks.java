package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ErrorEvent;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.launch.CannotStartException;
import io.weft.launch.Launch;
import io.weft.launch.LaunchReport;
import io.weft.launch.Launcher;
import io.weft.launch.RankReport;
import io.weft.launch.RankStream;
import io.weft.launch.ThisProgram;
import io.weft.progress.LiveRun;
import io.weft.progress.RunProgress;
import io.weft.run.TrainingRank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs a command line of ours once more, as ranks on this machine: what rank 0 prints is printed.
 */
final class OwnRanks {
  private static final String PREFIX = "weft: ";

  /** What must not be replaced on the screen by what comes next. */
  private static final String WARNING = PREFIX + "warning: ";

  /** Rank 0 says its own failure too, as ours will be said again. */
  private static final String ERROR = "{\"event\":\"error\"";

  private final Output output;

  OwnRanks(Output output) {
    this.output = output;
  }

  /** Returns the exit code of the job; its logs are kept if a rank could not say why it failed. */
  int run(int ranks, List<String> arguments) throws IOException {
    var logs = Files.createTempDirectory("weft-ranks-");
    boolean keep = false;
    try {
      var report = report(ranks, arguments, logs);
      keep = report.flatMap(LaunchReport::culprit).filter(it -> sentence(it).isEmpty()).isPresent();
      return exitCode(report);
    } finally {
      if (!keep) {
        delete(logs);
      }
    }
  }

  /**
   * The same with logs in a folder that is there, and ranks that save when they are told to end.
   * How far they are is shown.
   */
  int runSaving(int ranks, List<String> arguments, Path logs, String title) throws IOException {
    var launch = launch(ranks, arguments, logs).with(RunProgress.VARIABLE, "1");
    try (var entry = new OwnJobs(output).enter(word(arguments), ranks, logs);
        var live = LiveRun.open(output, title)) {
      var launcher =
          new Launcher(launch, (rank, stream, line) -> show(live, rank, stream, line), entry);
      var report = launcher.runSaving();
      return launcher
          .told()
          .or(() -> toldOne(report))
          .filter(_ -> report.culprit().isPresent())
          .map(code -> stopped(report, code))
          .orElseGet(() -> exitCode(Optional.of(report)));
    } catch (CannotStartException e) {
      throw unfit(e);
    } catch (InterruptedException e) {
      return exitCode(interrupted());
    }
  }

  /** What all ranks end with where one of them was told to. */
  private static Optional<ExitCode> toldOne(LaunchReport report) {
    return Stream.of(ExitCode.INTERRUPTED, ExitCode.TERMINATED)
        .filter(code -> code.code() == report.exitCode() && sentenceOfEnd(report).isPresent())
        .findFirst();
  }

  /** What rank 0 says of an end in good order, which names what was saved. */
  private static Optional<String> sentenceOfEnd(LaunchReport report) {
    return report.ranks().stream()
        .filter(rank -> rank.rank() == 0)
        .flatMap(rank -> rank.lastLines().stream())
        .filter(line -> line.startsWith(PREFIX + TrainingRank.STOPPED))
        .reduce((_, last) -> last)
        .map(line -> line.substring(PREFIX.length()));
  }

  private int stopped(LaunchReport report, ExitCode told) {
    var sentence = sentenceOfEnd(report).orElse("stopped by a signal, before the ranks could save");
    if (!output.isLastNote(sentence)) {
      output.note(sentence);
    }
    output.event(new ErrorEvent(sentence, told.code()));
    return told.code();
  }

  /** Starts them, with logs in a folder that is there, and leaves them alone. */
  int startDetached(int ranks, List<String> arguments, Path logs) throws IOException {
    try {
      return new OwnJobs(output).startDetached(word(arguments), launch(ranks, arguments, logs));
    } catch (CannotStartException e) {
      throw unfit(e);
    } catch (InterruptedException e) {
      return exitCode(interrupted());
    }
  }

  private static Launch launch(int ranks, List<String> arguments, Path logs) {
    var command = ThisProgram.command(Weft.class.getName(), arguments);
    return new Launch(ranks, command, logs, Map.of());
  }

  /** The command. */
  private static String word(List<String> arguments) {
    return arguments.stream().filter(word -> !word.startsWith("-")).findFirst().orElse("weft");
  }

  private static CommandFailedException unfit(CannotStartException e) {
    return new CommandFailedException(
        ExitCode.ENVIRONMENT_UNFIT, String.valueOf(e.getMessage()), e);
  }

  /** We were told to end and have stopped the ranks; the signal decides what is returned. */
  private static Optional<LaunchReport> interrupted() {
    Thread.currentThread().interrupt();
    return Optional.empty();
  }

  private int exitCode(Optional<LaunchReport> report) {
    if (report.isEmpty()) {
      return ExitCode.TERMINATED.code();
    }
    return report
        .get()
        .culprit()
        .map(culprit -> fail(report.get(), culprit))
        .orElse(ExitCode.OK.code());
  }

  /** How the ranks ended; empty if we were told to end. */
  private Optional<LaunchReport> report(int ranks, List<String> arguments, Path logs)
      throws IOException {
    var launch = launch(ranks, arguments, logs);
    try (var entry = new OwnJobs(output).enter(word(arguments), ranks, logs)) {
      return Optional.of(new Launcher(launch, this::show, entry).run());
    } catch (CannotStartException e) {
      throw unfit(e);
    } catch (InterruptedException e) {
      return interrupted();
    }
  }

  private void show(LiveRun live, int rank, RankStream stream, String line) {
    if (rank != 0 || live.hears(line)) {
      return;
    }
    live.said();
    boolean shown = output.overwrites() && line.startsWith(PREFIX + TrainingRank.STEP);
    if (!shown) {
      show(rank, stream, line);
    }
  }

  private void show(int rank, RankStream stream, String line) {
    if (rank != 0) {
      return;
    }
    switch (stream) {
      case OUT -> {
        if (!line.startsWith(ERROR)) {
          output.pass(line);
        }
      }
      case ERR -> {
        if (line.startsWith(WARNING)) {
          output.note(line.substring(PREFIX.length()));
        } else if (line.startsWith(PREFIX)) {
          output.progress(line.substring(PREFIX.length()));
        } else {
          output.relayError(line);
        }
      }
    }
  }

  private int fail(LaunchReport report, RankReport culprit) {
    int exitCode = report.exitCode();
    var said = sentence(culprit);
    String who = exitCode == ExitCode.USAGE.code() ? "" : "rank %d: ".formatted(culprit.rank());
    if (!said.map(output::isLastNote).orElse(false)) { // rank 0 has said it where lines stay
      output.note(said.map(text -> who + text).orElseGet(() -> report.block(culprit)));
    }
    var brief = said.map(text -> who + text).orElseGet(() -> LaunchReport.sentence(culprit));
    output.event(new ErrorEvent(brief, exitCode));
    return exitCode;
  }

  /** What a rank said of its own failure. */
  private static Optional<String> sentence(RankReport culprit) {
    boolean itself = culprit.ending().signal().isEmpty();
    return culprit.lastLines().stream()
        .filter(line -> itself && line.startsWith(PREFIX))
        .reduce((_, last) -> last)
        .map(line -> line.substring(PREFIX.length()));
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
