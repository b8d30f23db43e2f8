package io.weft.launch;

import io.weft.cli.StandardStreams;
import io.weft.job.ProcessKey;
import io.weft.job.ProcessKey.Sight;
import io.weft.job.ThisMachine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Looks out for the end of the launcher that has started this rank. A launcher that is told to end
 * takes its ranks with it; one that is killed cannot, and nobody would ever end them.
 */
public final class LauncherWatch implements AutoCloseable {
  /** The variable in which a rank finds its launcher, unless it is to live on without. */
  static final String VARIABLE = "WEFT_LAUNCHER";

  /** The variable that says where the number of the launcher is one of a process. */
  static final String MACHINE_VARIABLE = "WEFT_LAUNCHER_MACHINE";

  /** The variable in which a rank finds the file into which its launcher writes what it says. */
  static final String LOG_VARIABLE = "WEFT_RANK_LOG";

  /** Ranks are to know within five seconds, and two looks have to say so. */
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final Supplier<Sight> launcher;
  private final Optional<Path> log;
  private final Thread thread;

  /** Whether the latest look has not found it; only whoever looks touches it. */
  private boolean missed;

  /** What is done when the launcher is gone; guarded by this, as what follows. */
  private Runnable action;

  private boolean gone;
  private boolean closed;

  private LauncherWatch(Supplier<Sight> launcher, Optional<Path> log, Runnable action) {
    this.launcher = launcher;
    this.log = log;
    this.action = action;
    this.thread = Thread.ofPlatform().daemon().name("launcher-watch").unstarted(this::watch);
  }

  /**
   * Looks from now on, where the environment names a launcher. When it is gone, what this process
   * writes goes to its log, since nobody reads the pipes any more.
   *
   * @param notes told where the launcher cannot be watched
   * @param action what is done once, on a thread of this watch, when the launcher is gone
   */
  public static LauncherWatch open(
      Map<String, String> environment, Consumer<String> notes, Runnable action) {
    var launcher = ProcessKey.parse(environment.getOrDefault(VARIABLE, ""));
    var log = Optional.ofNullable(environment.get(LOG_VARIABLE)).map(Path::of);
    var watch = new LauncherWatch(() -> launcher.orElseThrow().sight(), log, action);
    if (launcher.isPresent() && isHere(environment, notes)) {
      watch.thread.start();
    }
    return watch;
  }

  /** Elsewhere the number of the launcher is that of no process, or of another one. */
  private static boolean isHere(Map<String, String> environment, Consumer<String> notes) {
    var here = ThisMachine.name();
    boolean same = environment.getOrDefault(MACHINE_VARIABLE, here).equals(here);
    if (!same) {
      notes.accept(
          "the launcher of this rank is in another PID namespace or on another machine, where it"
              + " cannot be watched: if it is killed, this rank lives on");
    }
    return same;
  }

  /** A watch that looks when it is told to. */
  static LauncherWatch idle(Supplier<Sight> launcher, Runnable action) {
    return new LauncherWatch(launcher, Optional.empty(), action);
  }

  /** Nobody waits for it: a rank that ends otherwise ends this thread too. */
  private void watch() {
    while (look()) {
      try {
        Thread.sleep(EVERY);
      } catch (InterruptedException e) {
        return; // closed
      }
    }
  }

  /** Returns whether there is reason to look again; one look alone may be mistaken. */
  boolean look() {
    boolean before = missed;
    missed = launcher.get() == Sight.GONE;
    if (!missed || !before) {
      return true;
    }
    Runnable due;
    synchronized (this) {
      if (closed) {
        return false;
      }
      gone = true;
      due = action;
    }
    log.ifPresent(StandardStreams::appendTo);
    due.run();
    return false;
  }

  /** From now on this is done instead; at once if the launcher is gone already. */
  public void instead(Runnable other) {
    boolean due;
    synchronized (this) {
      action = other;
      due = gone;
    }
    if (due) {
      other.run();
    }
  }

  /** Whether it looks by itself. */
  boolean watches() {
    return thread.getState() != Thread.State.NEW;
  }

  /** Whether the launcher is known to be gone. */
  public synchronized boolean gone() {
    return gone;
  }

  @Override
  public synchronized void close() {
    closed = true;
    thread.interrupt();
  }
}
