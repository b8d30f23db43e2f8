package io.weft.launch;

import io.weft.job.Job;
import java.util.List;

/**
 * A job of which something runs.
 *
 * @param launcher what became of the process that started it
 * @param ranks the process numbers of ranks that live
 * @param others those of processes that ranks have started, and of what is left of such
 */
public record RunningJob(Job job, LauncherState launcher, List<Long> ranks, List<Long> others) {
  /** What became of a launcher. */
  public enum LauncherState {
    RUNNING,
    /** It returned when it had started the ranks, as it was to. */
    DETACHED,
    /** It ended without its ranks. */
    GONE
  }

  public RunningJob {
    ranks = List.copyOf(ranks);
    others = List.copyOf(others);
  }

  /**
   * How it was stopped.
   *
   * @param ended those that ended when they were asked to
   * @param killed those that had to be killed
   * @param survivors those that did not even end then
   */
  public record Stopped(Job job, List<Long> ended, List<Long> killed, List<Long> survivors) {
    public Stopped {
      ended = List.copyOf(ended);
      killed = List.copyOf(killed);
      survivors = List.copyOf(survivors);
    }
  }
}
