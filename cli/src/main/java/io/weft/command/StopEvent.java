package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.launch.RunningJob.Stopped;
import java.util.List;

/** How a job was stopped. */
record StopEvent(String job, List<Long> endedPids, List<Long> killedPids, List<Long> survivorPids)
    implements JsonEvent {
  static StopEvent of(Stopped stopped) {
    return new StopEvent(
        stopped.job().name(), stopped.ended(), stopped.killed(), stopped.survivors());
  }
}
