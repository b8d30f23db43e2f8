package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ErrorEvent;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.launch.CannotStartException;
import io.weft.launch.JobKeys;
import io.weft.launch.Launch;
import io.weft.launch.LaunchReport;
import io.weft.launch.Launcher;
import io.weft.launch.LogFolder;
import io.weft.launch.RankReport;
import io.weft.launch.RankStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts ranks as processes of this machine. */
@Command(
    name = "run",
    header = "Starts a command as several ranks on this machine.",
    description = {
      "Each rank finds who it is in the variables RANK, WORLD_SIZE, MASTER_ADDR and so on, as under"
          + " torchrun, and a secret of the job in WEFT_TOKEN. If one fails the others are stopped,"
          + " and its exit code is returned."
    },
    footer = {
      "  weft run --ranks 4 -- ./train --epochs 3",
      "  weft run --ranks 4 --tls -- weft bench all-reduce",
      "  weft run --ranks 2 --all --log-dir logs -- sh -c 'echo rank $RANK of $WORLD_SIZE'"
    })
final class RunCommand implements Callable<Integer> {
  private static final String COMMAND = "run";
  private static final Path RUNS = Path.of("runs");

  /** What a command needs that is not ours; it is left out of account. */
  private static final long UNKNOWN_BYTES = 0;

  private final Output output;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      required = true,
      description = "How many ranks to start.")
  private int ranks;

  @Mixin private LocalRanks localRanks = new LocalRanks();

  @Option(
      names = "--log-dir",
      paramLabel = "DIR",
      description = "Where rank-0.log and so on are written (default: a new folder in runs).")
  private @Nullable Path logFolder;

  @Option(
      names = "--all",
      description = "Show the lines of all ranks, each with its rank, and not of rank 0 only.")
  private boolean all;

  @Option(
      names = "--tls",
      description =
          "Make a key for this job, and let the ranks that use Weft encrypt what they send.")
  private boolean tls;

  @Option(
      names = "--detach",
      description = {
        "Return when the ranks are started; they go on in the background, also without this",
        "terminal, and none is stopped if another fails. See weft ps and weft stop."
      })
  private boolean detached;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "The program and its arguments, after --.")
  private List<String> command = List.of();

  RunCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    new Launch(ranks, command, RUNS, Map.of()); // refuses the impossible before a folder is made
    if (detached && tls) {
      throw new IllegalArgumentException(
          "--tls makes a key that goes with this command: with --detach set WEFT_TLS_FILE instead");
    }
    localRanks.check(ranks, UNKNOWN_BYTES);
    try (var keys = tls ? JobKeys.create() : JobKeys.none()) {
      var launch = new Launch(ranks, command, folder(), keys.variables());
      if (detached) {
        return new OwnJobs(output).startDetached(COMMAND, launch);
      }
      try (var entry = new OwnJobs(output).enter(COMMAND, ranks, launch.logFolder())) {
        return report(launch, new Launcher(launch, this::show, entry).run());
      }
    } catch (CannotStartException e) {
      throw new CommandFailedException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      // We were told to end and have stopped the ranks; the signal decides what is returned.
      Thread.currentThread().interrupt();
      return ExitCode.TERMINATED.code();
    }
  }

  private Path folder() throws IOException {
    return logFolder == null
        ? LogFolder.create(RUNS, LocalDateTime.now(ZoneId.systemDefault()))
        : Files.createDirectories(logFolder);
  }

  private void show(int rank, RankStream stream, String text) {
    if (!all && rank != 0) {
      return;
    }
    String line = all ? "[rank %d] %s".formatted(rank, text) : text;
    switch (stream) {
      case OUT -> output.relay(line);
      case ERR -> output.relayError(line);
    }
  }

  private int report(Launch launch, LaunchReport report) {
    report.ranks().forEach(rank -> output.event(RunRankEvent.of(rank)));
    if (!report.survivors().isEmpty()) {
      output.note(
          "processes %s do not even end by SIGKILL: look what device holds them"
              .formatted(report.survivors()));
    }
    var culprit = report.culprit();
    if (culprit.isPresent()) {
      return fail(report, culprit.get());
    }
    double seconds = report.ranks().stream().mapToDouble(RankReport::seconds).max().orElseThrow();
    output.note(
        String.format(
            Locale.ROOT,
            "%d rank%s ended well after %.1f s; logs are in %s",
            ranks,
            ranks == 1 ? "" : "s",
            seconds,
            launch.logFolder()));
    return ExitCode.OK.code();
  }

  private int fail(LaunchReport report, RankReport culprit) {
    int exitCode = report.exitCode();
    output.note(report.block(culprit));
    output.event(new ErrorEvent(LaunchReport.sentence(culprit), exitCode));
    return exitCode;
  }
}
