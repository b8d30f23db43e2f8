package io.weft.launch;

import io.weft.launch.StopSequence.Step;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Walks the processes of a job through the {@link StopSequence}. */
final class Stopper {
  /** How long one look at the processes holds: new ones may have been forked meanwhile. */
  private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

  private final JobProcesses processes;

  /** Those that had to be forced. */
  private final Set<ProcessHandle> killed = new LinkedHashSet<>();

  /** Whether there is no patience any more. */
  private volatile boolean hurried;

  Stopper(JobProcesses processes) {
    this.processes = processes;
  }

  /** Asks all to end, and leaves it to them when. */
  void ask() {
    processes.living().forEach(ProcessHandle::destroy);
  }

  /** Kills all, now and whenever there are new ones. */
  void hurry() {
    hurried = true;
    processes.living().forEach(ProcessHandle::destroyForcibly);
  }

  /** Stops all; returns those that could not be stopped, which are none but for broken devices. */
  synchronized List<ProcessHandle> stop() {
    // Processes are stopped whatever else is asked of this thread, which hears of it afterwards.
    boolean interrupted = Thread.interrupted();
    var left = walk();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return left;
  }

  /** Those that did not end when they were asked to. */
  synchronized Set<ProcessHandle> killed() {
    return Set.copyOf(killed);
  }

  private List<ProcessHandle> walk() {
    long start = System.nanoTime();
    processes.living().forEach(ProcessHandle::destroy);
    while (true) {
      var living = processes.living();
      switch (StopSequence.next(System.nanoTime() - start, !living.isEmpty())) {
        case Step.Finished _ -> {
          return List.of();
        }
        case Step.GiveUp _ -> {
          return living;
        }
        case Step.Await(var nanos) -> {
          // Patience is for those who have heard SIGTERM.
          kill(hurried ? living : living.stream().filter(JobProcesses::isFrozen).toList());
          await(living, nanos);
        }
        case Step.Kill(var nanos) -> {
          kill(living);
          await(living, nanos);
        }
      }
    }
  }

  private void kill(List<ProcessHandle> living) {
    living.forEach(ProcessHandle::destroyForcibly);
    killed.addAll(living);
  }

  private static void await(List<ProcessHandle> living, long nanos) {
    var all =
        CompletableFuture.allOf(
            living.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    try {
      all.get(Math.min(nanos, LOOK_NANOS), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      // The caller looks again and asks the sequence what is due.
    } catch (ExecutionException e) {
      throw new AssertionError("waiting for the end of a process failed", e);
    }
  }
}
