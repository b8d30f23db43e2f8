package io.weft.launch;

import io.weft.cli.ExitCode;
import io.weft.job.JobEntry;
import io.weft.job.ProcessKey;
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
import java.util.concurrent.locks.LockSupport;

/**
 * Runs one job: starts its ranks, waits for them, and stops the others when one fails; or starts
 * them, and leaves them alone.
 */
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

  /** How long ranks may take to save when they are told to end: two steps and a checkpoint. */
  private static final Duration SAVING = Duration.ofSeconds(60);

  /** How often we look meanwhile whether one is frozen. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private static final File NOTHING = new File("/dev/null");

  private final Launch launch;
  private final RankListener listener;
  private final JobToken token = JobToken.random();
  private final JobEntry entry;
  private final JobProcesses processes;
  private final Stopper stopper;
  private final BlockingQueue<Ended> endings = new LinkedBlockingQueue<>();
  private final long startNanos = System.nanoTime();

  /** Whether ranks save when they are told to end. */
  private boolean saving;

  private Optional<ExitCode> told = Optional.empty();

  /** This process was told to end, so no rank may start any more; guarded by this. */
  private boolean interrupted;

  /** Of a job that is listed nowhere. */
  Launcher(Launch launch, RankListener listener) {
    this(launch, listener, JobEntry.none());
  }

  /**
   * @param listener hears what ranks write, unless they are left alone
   * @param entry told which ranks were started
   */
  public Launcher(Launch launch, RankListener listener, JobEntry entry) {
    this.launch = launch;
    this.listener = listener;
    this.entry = entry;
    this.processes = new JobProcesses(entry.mark());
    this.stopper = new Stopper(processes);
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
      awaitSaved(ended);
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

  /**
   * The same with ranks that save when they are told to end: when this process is told to, it tells
   * them, waits for them for up to a minute, and returns how they ended. Told by SIGINT a second
   * time it kills them.
   */
  public LaunchReport runSaving() throws IOException, InterruptedException {
    saving = true;
    try (var signals = EndSignals.open(this::askAndWait, stopper::hurry)) {
      var report = run();
      told = signals.told();
      return report;
    }
  }

  /** What {@link #runSaving} was told to end by. */
  public Optional<ExitCode> told() {
    return told;
  }

  private void askAndWait() {
    stopper.ask();
    long end = System.nanoTime() + SAVING.toNanos();
    while (!processes.living().isEmpty()) {
      if (System.nanoTime() > end) {
        stopper.stop();
        return;
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  /** Ranks that save end one after the other, each when it is done. */
  private void awaitSaved(List<Ended> ended) throws InterruptedException {
    long end = System.nanoTime() + SAVING.toNanos();
    while (saving
        && ended.size() < launch.ranks()
        && ended.stream().allMatch(Launcher::isInGoodOrder)
        && System.nanoTime() < end) {
      addNext(ended, System.nanoTime() + LOOK.toNanos());
    }
  }

  private static boolean isInGoodOrder(Ended rank) {
    int code = rank.ending().exitCode();
    return rank.good() || code == ExitCode.INTERRUPTED.code() || code == ExitCode.TERMINATED.code();
  }

  /**
   * Starts the ranks and returns: they live on without this process, and write their logs
   * themselves. If one cannot be started, no process of the job is left.
   *
   * @throws CannotStartException if the command cannot be started
   */
  public List<ProcessHandle> startDetached() throws IOException, InterruptedException {
    var hook = Thread.ofPlatform().name("stop-ranks").unstarted(this::interrupt);
    Runtime.getRuntime().addShutdownHook(hook);
    var ranks = new ArrayList<ProcessHandle>();
    try {
      var environment = environment(Optional.empty());
      var command = Detachment.of(launch.command(), System.getenv());
      for (int rank = 0; rank < launch.ranks(); rank++) {
        var builder = builder(rank, command, environment).redirectErrorStream(true);
        ranks.add(start(builder.redirectOutput(launch.log(rank).toFile())).toHandle());
      }
    } finally {
      if (ranks.size() < launch.ranks()) {
        stopper.stop();
      }
      remove(hook);
    }
    return ranks;
  }

  private RankEnvironment environment(Optional<ProcessKey> launcher) throws IOException {
    return new RankEnvironment(launch, freePort(), token, entry.mark(), launcher);
  }

  private void startAll(List<RankProcess> ranks) throws IOException, InterruptedException {
    var environment = environment(Optional.of(ProcessKey.current()));
    for (int rank = 0; rank < launch.ranks(); rank++) {
      var log = RankLog.create(launch.log(rank));
      try {
        var process = start(builder(rank, launch.command(), environment));
        int number = rank;
        var _ = process.onExit().thenAccept(gone -> ended(number, gone.exitValue()));
        ranks.add(new RankProcess(rank, process, log, listener));
      } catch (IOException | InterruptedException e) {
        log.close();
        throw e;
      }
    }
  }

  private ProcessBuilder builder(int rank, List<String> command, RankEnvironment environment) {
    var builder = new ProcessBuilder(command).redirectInput(NOTHING);
    builder.environment().putAll(launch.variables());
    environment.apply(rank, builder.environment());
    return builder;
  }

  private synchronized Process start(ProcessBuilder builder)
      throws IOException, InterruptedException {
    requireNotInterrupted();
    try {
      var process = builder.start();
      processes.add(process.toHandle());
      entry.started(process.toHandle());
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
