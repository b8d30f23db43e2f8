package io.weft.flow;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The thread that moves what is under way between neighbours while those whose messages these are
 * wait for sockets. It is there only in jobs that have both, from the first such wait on.
 */
final class Attendant {
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Vigil vigil;
  private final BooleanSupplier idle;
  private final BooleanSupplier over;
  private final Thread thread;

  /** Guarded by this. */
  private boolean started;

  /**
   * Makes it, asleep.
   *
   * @param idle whether nothing is under way
   * @param over whether the job is
   */
  Attendant(String name, Vigil vigil, BooleanSupplier idle, BooleanSupplier over) {
    this.vigil = vigil;
    this.idle = idle;
    this.over = over;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /** A thread is about to wait for a socket. */
  synchronized void call() {
    if (!started) {
      started = true;
      thread.start();
    } else {
      wake();
    }
  }

  /** Lets it look whether anything is under way, or the job over. */
  void wake() {
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!over.getAsBoolean()) {
      if (idle.getAsBoolean()) {
        LockSupport.parkNanos(this, IDLE_NANOS);
      } else {
        vigil.awaitAny(idle);
      }
    }
  }
}
