package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.job.JobRegistry;
import io.weft.launch.RunningJob;
import io.weft.launch.RunningJobs;
import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows which jobs run on this machine. */
@Command(
    name = "ps",
    header = "Shows which jobs run on this machine.",
    description = {
      "Those of this user that train, bench, calibrate or run has started, wherever that was:"
          + " their names, how many of their ranks live, and what became of their launcher."
          + " Weft stop ends them."
    },
    footer = {"  weft ps", "  weft ps --json"})
final class PsCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final Output output;

  PsCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    var jobs = new RunningJobs(JobRegistry.ofUser(System.getenv())).list();
    if (jobs.isEmpty()) {
      output.line("no job runs on this machine");
      return ExitCode.OK.code();
    }
    var table =
        Table.of(
            Table.left("job"),
            Table.left("started"),
            Table.right("ranks"),
            Table.left("launcher"),
            Table.left("logs"));
    for (var running : jobs) {
      table.row(
          running.job().name(),
          TIME.format(running.job().started().atZone(ZoneId.systemDefault())),
          "%d of %d".formatted(running.ranks().size(), running.job().ranks()),
          launcher(running),
          running.job().folder().toString());
      output.event(PsEvent.of(running));
    }
    output.table(table);
    return ExitCode.OK.code();
  }

  private static String launcher(RunningJob running) {
    return switch (running.launcher()) {
      case RUNNING -> "process " + running.job().launcher().pid();
      case DETACHED, GONE -> running.launcher().name().toLowerCase(Locale.ROOT);
    };
  }
}
