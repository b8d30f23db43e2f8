package io.weft.flow;

import java.util.concurrent.TimeUnit;

/**
 * How often a rank looks out, and how often it shows that it lives. Pure.
 *
 * @param pulseNanos how often a sign of life is due
 */
record Rhythm(long pulseNanos) {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The same while no operation is under way, so that idle ranks cost next to nothing. */
  private static final long TICK_NANOS_IDLE = TimeUnit.MILLISECONDS.toNanos(500);

  /** How long until the next look. */
  long tickNanos(boolean idle) {
    return idle ? Math.clamp(pulseNanos / 2, TICK_NANOS, TICK_NANOS_IDLE) : TICK_NANOS;
  }

  /** After how long without a word a look sends a sign of life: about when one is due. */
  long quietNanosMost(boolean idle) {
    return pulseNanos - tickNanos(idle) / 2;
  }
}
