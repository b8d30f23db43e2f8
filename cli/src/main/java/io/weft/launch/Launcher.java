package io.weft.launch;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Runs one job: starts its ranks, waits for them, and stops the others when one fails. */
public final class Launcher {
  /** For what is still in the pipes of processes that have ended. */
  private static final Duration LAST_LINES = Duration.ofSeconds(2);

  /** For the JDK to tell us of the end of a process that has ended. */
  private static final Duration LAST_ENDINGS = Duration.ofSeconds(2);

  /**
   * For a rank that others have lost to end by itself. The system closes the connections of a
   * process that was killed before it takes back its memory, which on a busy machine takes seconds.
   */
  private static final Duration ACCUSED = Duration.ofSeconds(3);

  /** How often we look meanwhile whether one is frozen. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private static final File NOTHING = new File("/dev/null");

  private final Launch launch;
  private final RankListener listener;
  private final JobToken token = JobToken.random();
  private final JobProcesses processes = new JobProcesses(token);
  private final Stopper stopper = new Stopper(processes);
  private final BlockingQueue<Ended> endings = new LinkedBlockingQueue<>();
  private final long startNanos = System.nanoTime();

  /** This process was told to end, so no rank may start any more; guarded by this. */
  private boolean interrupted;

  public Launcher(Launch launch, RankListener listener) {
    this.launch = launch;
    this.listener = listener;
  }

  /**
   * Starts the ranks and returns when all have ended. However it returns or throws, and also if
   * this process is told to end by SIGINT or SIGTERM, no process of the job is left.
   *
   * @throws CannotStartException if the command cannot be started
   * @throws InterruptedException if this thread was interrupted or this process is told to end
   */
  public LaunchReport run() throws IOException, InterruptedException {
    var hook = Thread.ofPlatform().name("stop-ranks").unstarted(this::interrupt);
    Runtime.getRuntime().addShutdownHook(hook);
    var ranks = new ArrayList<RankProcess>();
    var ended = new ArrayList<Ended>();
    Optional<Inquest.Culprit> culprit;
    List<ProcessHandle> survivors;
    try {
      startAll(ranks);
      awaitFailureOrAll(ended);
      requireNotInterrupted();
      var frozen = awaitAccused(ranks, ended);
      culprit = Inquest.culprit(ended, frozen); // before we stop the others, who then fail too
    } finally {
      survivors = stopper.stop();
      ranks.forEach(rank -> rank.close(LAST_LINES));
      remove(hook);
    }
    awaitRest(ended);
    return new Inquest(launch, ended, culprit)
        .report(ranks, survivors.stream().map(ProcessHandle::pid).toList());
  }

  private void startAll(List<RankProcess> ranks) throws IOException, InterruptedException {
    var environment = new RankEnvironment(launch, freePort(), token);
    for (int rank = 0; rank < launch.ranks(); rank++) {
      var log = RankLog.create(launch.log(rank));
      try {
        ranks.add(new RankProcess(rank, start(rank, environment), log, listener));
      } catch (IOException | InterruptedException e) {
        log.close();
        throw e;
      }
    }
  }

  private synchronized Process start(int rank, RankEnvironment environment)
      throws IOException, InterruptedException {
    requireNotInterrupted();
    var builder = new ProcessBuilder(launch.command()).redirectInput(NOTHING);
    builder.environment().putAll(launch.variables());
    environment.apply(rank, builder.environment());
    try {
      var process = builder.start();
      processes.add(process.toHandle());
      var _ = process.onExit().thenAccept(gone -> ended(rank, gone.exitValue()));
      return process;
    } catch (IOException e) {
      throw new CannotStartException(launch.command().getFirst(), e);
    }
  }

  private void ended(int rank, int exitCode) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    endings.add(new Ended(rank, new Ending(exitCode), seconds));
  }

  /** A port that was free a moment ago; whoever takes it before rank 0 makes rank 0 say so. */
  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits without a limit, by design: how long a rank may work is not ours to say. */
  private void awaitFailureOrAll(List<Ended> ended) throws InterruptedException {
    while (ended.size() < launch.ranks() && ended.stream().allMatch(Ended::good)) {
      ended.add(endings.take());
      endings.drainTo(ended);
    }
  }

  /**
   * Who failed because it lost a peer may be quicker to end than that peer, whose program may still
   * be about to say why. Waits for a moment until one fails by itself, or is seen to be frozen.
   *
   * @return the ranks that are frozen
   */
  private List<Integer> awaitAccused(List<RankProcess> ranks, List<Ended> ended)
      throws InterruptedException {
    long end = System.nanoTime() + ACCUSED.toNanos();
    var frozen = frozen(ranks);
    while (Inquest.isOpen(ended)
        && frozen.isEmpty()
        && ended.size() < launch.ranks()
        && System.nanoTime() < end) {
      addNext(ended, System.nanoTime() + LOOK.toNanos());
      frozen = frozen(ranks);
    }
    return frozen;
  }

  private static List<Integer> frozen(List<RankProcess> ranks) {
    return ranks.stream().filter(RankProcess::isFrozen).map(RankProcess::rank).toList();
  }

  /** The endings of those that were stopped; a survivor has none. */
  private void awaitRest(List<Ended> ended) throws InterruptedException {
    long end = System.nanoTime() + LAST_ENDINGS.toNanos();
    boolean more = true;
    while (more && ended.size() < launch.ranks()) {
      more = addNext(ended, end);
    }
  }

  /** Waits for the next ending; false if there is none until then. */
  private boolean addNext(List<Ended> ended, long endNanos) throws InterruptedException {
    var next = endings.poll(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    return next != null && ended.add(next);
  }

  private synchronized void requireNotInterrupted() throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException("this process is told to end");
    }
  }

  private void interrupt() {
    synchronized (this) {
      interrupted = true;
    }
    stopper.stop();
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending, and the hook is at work: nothing is left to remove.
    }
  }
}
