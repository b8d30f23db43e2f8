package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.job.JobEntry;
import io.weft.job.JobRegistry;
import io.weft.launch.Launch;
import io.weft.launch.Launcher;
import java.io.IOException;
import java.nio.file.Path;

/** How the jobs that commands start become known to {@code weft ps} and {@code weft stop}. */
final class OwnJobs {
  private final Output output;

  OwnJobs(Output output) {
    this.output = output;
  }

  /**
   * Enters a job that ends with this process.
   *
   * @param command what its user has asked for, in a word or two
   */
  JobEntry enter(String command, int ranks, Path logs) {
    return enter(command, ranks, logs, false);
  }

  private JobEntry enter(String command, int ranks, Path logs, boolean detached) {
    return JobRegistry.ofUser(System.getenv())
        .enter(command, ranks, logs, detached, why -> output.note("warning: " + why));
  }

  /** Starts a job that does not end with this process, and says how to see and to end it. */
  int startDetached(String command, Launch launch) throws IOException, InterruptedException {
    try (var entry = enter(command, launch.ranks(), launch.logFolder(), true)) {
      var ranks = new Launcher(launch, (_, _, _) -> {}, entry).startDetached();
      entry.keep();
      var folder = launch.logFolder();
      output.line(
          "%d %s in the background, with logs in %s"
              .formatted(ranks.size(), ranks.size() == 1 ? "rank runs" : "ranks run", folder));
      output.line("./weft ps shows them, ./weft stop %s ends them".formatted(entry.name()));
      var pids = ranks.stream().map(ProcessHandle::pid).toList();
      output.event(new DetachedEvent(entry.name(), ranks.size(), pids, folder.toString()));
      return ExitCode.OK.code();
    }
  }
}
