package io.weft.launch;

import java.time.Duration;

/**
 * How processes are stopped: asked with SIGTERM, forced with SIGKILL, and at last given up, since a
 * process that waits for a dead disk obeys nobody. A function of time alone. A frozen process hears
 * only SIGKILL and is sent it at once.
 */
final class StopSequence {
  /** How long a rank has to write what it must not lose. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The system ends a killed process at once unless a device holds it. */
  static final Duration FORCE = Duration.ofSeconds(5);

  /** What to do next. */
  sealed interface Step {
    /** Wait until all have ended, but not longer than this. */
    record Await(long nanos) implements Step {}

    /** Kill all that live, and wait until they have ended, but not longer than this. */
    record Kill(long nanos) implements Step {}

    /** Nobody is left. */
    record Finished() implements Step {}

    /** Some do not even obey SIGKILL. */
    record GiveUp() implements Step {}
  }

  private StopSequence() {}

  /** What to do so long after SIGTERM was sent, while some processes live or none. */
  static Step next(long elapsedNanos, boolean someLive) {
    if (!someLive) {
      return new Step.Finished();
    }
    long patience = PATIENCE.toNanos();
    if (elapsedNanos < patience) {
      return new Step.Await(patience - elapsedNanos);
    }
    long end = patience + FORCE.toNanos();
    return elapsedNanos < end ? new Step.Kill(end - elapsedNanos) : new Step.GiveUp();
  }
}
