package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.job.JobRegistry;
import io.weft.launch.RunningJob;
import io.weft.launch.RunningJob.Stopped;
import io.weft.launch.RunningJobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends jobs that run on this machine. */
@Command(
    name = "stop",
    header = "Ends jobs that run on this machine.",
    description = {
      "Asks all processes of a job to end, with SIGTERM, through its launcher where that still"
          + " runs, and kills those that have not ended in time. A process whose number is used"
          + " again is none of them."
    },
    footer = {
      "  weft stop 20260131-235959-train",
      "  weft stop runs/20260131-235959-gpt-nano",
      "  weft stop --all"
    })
final class StopCommand implements Callable<Integer> {
  private final Output output;

  @Parameters(
      paramLabel = "JOB",
      arity = "0..*",
      description = "The name of a job as in weft ps, or the folder of its logs.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "End all jobs of this user on this machine.")
  private boolean all;

  StopCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (all != names.isEmpty()) {
      throw new IllegalArgumentException(
          all
              ? "--all and %s: give one of them".formatted(String.join(" ", names))
              : "say which job to stop, by its name in weft ps, or give --all");
    }
    var jobs = new RunningJobs(JobRegistry.ofUser(System.getenv()));
    var meant = meant(jobs.list());
    if (meant.isEmpty()) {
      output.line("no job runs on this machine");
    }
    var survivors = new ArrayList<Long>();
    for (var running : meant) {
      output.progress("stopping " + running.job().name());
      var stopped = jobs.stop(running);
      output.line(text(stopped));
      output.event(StopEvent.of(stopped));
      survivors.addAll(stopped.survivors());
    }
    if (!survivors.isEmpty()) {
      throw new CommandFailedException(
          ExitCode.FAILURE,
          "processes %s do not even end by SIGKILL: look what device holds them"
              .formatted(survivors));
    }
    return ExitCode.OK.code();
  }

  private List<RunningJob> meant(List<RunningJob> running) {
    if (all) {
      return running;
    }
    return names.stream().map(name -> named(name, running)).distinct().toList();
  }

  private static RunningJob named(String name, List<RunningJob> running) {
    var folder = Path.of(name).toAbsolutePath().normalize();
    return running.stream()
        .filter(it -> it.job().name().equals(name) || it.job().folder().equals(folder))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(unknown(name, running)));
  }

  private static String unknown(String name, List<RunningJob> running) {
    return running.isEmpty()
        ? "no job '%s' runs on this machine, and no other".formatted(name)
        : "no job '%s' runs on this machine: there is %s"
            .formatted(
                name,
                running.stream().map(it -> it.job().name()).collect(Collectors.joining(", ")));
  }

  private static String text(Stopped stopped) {
    int count = stopped.ended().size() + stopped.killed().size();
    var text =
        "stopped %s: %d %s"
            .formatted(stopped.job().name(), count, count == 1 ? "process" : "processes");
    return stopped.killed().isEmpty()
        ? text
        : text + ", of which %s had to be killed".formatted(stopped.killed());
  }
}
