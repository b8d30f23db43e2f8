package io.weft.launch;

import io.weft.job.Job;
import io.weft.job.JobRegistry;
import io.weft.job.ProcessKey;
import io.weft.job.ProcessKey.Sight;
import io.weft.launch.RunningJob.LauncherState;
import io.weft.launch.RunningJob.Stopped;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** What still runs of all jobs of a user on this machine, and how it is ended. */
public final class RunningJobs {
  /** For a launcher to stop its ranks, which may have to be killed, and to say so. */
  private static final long LAUNCHER_NANOS =
      StopSequence.PATIENCE.plus(StopSequence.FORCE).plusSeconds(2).toNanos();

  private final JobRegistry registry;

  public RunningJobs(JobRegistry registry) {
    this.registry = registry;
  }

  /** In the order of their start. Jobs of which nothing runs any more are forgotten. */
  public List<RunningJob> list() throws IOException {
    registry.tidy(Instant.now());
    var running = new ArrayList<RunningJob>();
    for (Job job : registry.jobs()) {
      var found = look(job);
      if (!found.ranks().isEmpty() || !found.others().isEmpty()) {
        running.add(found);
      } else if (found.launcher() == LauncherState.RUNNING) {
        running.add(found); // it is about to start them, or to end
      } else if (isOver(job)) {
        registry.forget(job);
      }
    }
    return running;
  }

  /** What cannot be looked at may still run. */
  private static boolean isOver(Job job) {
    return Stream.concat(Stream.of(job.launcher()), job.processes().stream())
        .allMatch(process -> process.sight() == Sight.GONE);
  }

  private static RunningJob look(Job job) {
    var ranks = job.processes().stream().filter(ProcessKey::lives).map(ProcessKey::pid).toList();
    var others =
        processes(job).living().stream()
            .map(ProcessHandle::pid)
            .filter(pid -> !ranks.contains(pid))
            .toList();
    return new RunningJob(job, launcher(job), ranks, others);
  }

  private static LauncherState launcher(Job job) {
    if (job.detached()) {
      return LauncherState.DETACHED;
    }
    return job.launcher().lives() ? LauncherState.RUNNING : LauncherState.GONE;
  }

  private static JobProcesses processes(Job job) {
    var processes = new JobProcesses(job.mark());
    job.processes().stream()
        .map(ProcessKey::find)
        .flatMap(Optional::stream)
        .forEach(processes::add);
    return processes;
  }

  /**
   * Ends all processes of a job: by its launcher, where that runs, and whatever is left then one by
   * one.
   */
  public Stopped stop(RunningJob running) throws IOException {
    var job = running.job();
    var processes = processes(job);
    var before = processes.living();
    if (running.launcher() == LauncherState.RUNNING) {
      job.launcher().find().ifPresent(RunningJobs::end);
    }
    var stopper = new Stopper(processes);
    var survivors = stopper.stop();
    var killed = stopper.killed().stream().filter(it -> !survivors.contains(it)).toList();
    var ended =
        before.stream().filter(it -> !killed.contains(it) && !survivors.contains(it)).toList();
    if (survivors.isEmpty()) {
      registry.forget(job);
    }
    return new Stopped(job, pids(ended), pids(killed), pids(survivors));
  }

  /** Asks a launcher to end with its ranks; one that does not in time is left behind, killed. */
  private static void end(ProcessHandle launcher) {
    launcher.destroy();
    try {
      var _ = launcher.onExit().get(LAUNCHER_NANOS, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      launcher.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError("waiting for the end of a process failed", e);
    }
  }

  private static List<Long> pids(List<ProcessHandle> processes) {
    return processes.stream().map(ProcessHandle::pid).toList();
  }
}
