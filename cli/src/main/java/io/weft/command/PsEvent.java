package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.launch.RunningJob;
import io.weft.launch.RunningJob.LauncherState;
import java.util.List;

/** A job that runs on this machine. */
record PsEvent(
    String job,
    String command,
    int world,
    String started,
    LauncherState launcher,
    long launcherPid,
    List<Long> rankPids,
    List<Long> otherPids,
    String folder)
    implements JsonEvent {
  static PsEvent of(RunningJob running) {
    var job = running.job();
    return new PsEvent(
        job.name(),
        job.command(),
        job.ranks(),
        job.started().toString(),
        running.launcher(),
        job.launcher().pid(),
        running.ranks(),
        running.others(),
        job.folder().toString());
  }
}
