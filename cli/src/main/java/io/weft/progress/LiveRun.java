package io.weft.progress;

import io.weft.cli.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows a run that other processes carry out: on a screen as a block that is drawn anew each
 * second, elsewhere by saying what is waited for when nothing was said for a while. Any thread may
 * call it.
 */
public final class LiveRun implements AutoCloseable {
  /** After which silence something is said, before steps begin: nobody waits 5 s for it. */
  private static final Duration SILENCE = Duration.ofSeconds(4);

  private static final int LOSSES_MOST = 4096;

  private final Output output;
  private final String title;
  private final LongSupplier nanos;
  private final long start;
  private final List<Double> losses = new ArrayList<>();
  private final ScheduledExecutorService clock;
  private RunProgress now;
  private long heardNanos;
  private boolean closed;

  private LiveRun(Output output, String title, LongSupplier nanos) {
    this.output = output;
    this.title = title;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
    this.heardNanos = start;
    this.now = RunProgress.awaiting("the ranks to start");
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("live-run").factory());
  }

  /**
   * Begins to show a run.
   *
   * @param title which run it is
   */
  public static LiveRun open(Output output, String title) {
    var run = new LiveRun(output, title, System::nanoTime);
    var _ = run.clock.scheduleAtFixedRate(run::tick, 0, 1, TimeUnit.SECONDS);
    return run;
  }

  /** With a clock of one's own, by which {@link #tick} is called. */
  static LiveRun by(LongSupplier nanos, Output output, String title) {
    return new LiveRun(output, title, nanos);
  }

  /** Takes in a line of rank 0 if it says how far the run is. */
  public boolean hears(String line) {
    RunProgress.of(line).ifPresent(this::take);
    return RunProgress.is(line);
  }

  private synchronized void take(RunProgress heard) {
    if (!Double.isNaN(heard.loss()) && heard.loss() != now.loss() && losses.size() < LOSSES_MOST) {
      losses.add(heard.loss());
    }
    boolean news = !heard.awaited().equals(now.awaited()) && !heard.awaited().isEmpty();
    boolean afterSteps = now.steps() > 0 && heard.steps() == 0;
    now = afterSteps ? now.waitingFor(heard.awaited()) : heard;
    if (news && !output.overwrites()) {
      say("waiting for " + heard.awaited());
    }
    heardNanos = nanos.getAsLong();
  }

  /** Something else was said. */
  public synchronized void said() {
    heardNanos = nanos.getAsLong();
  }

  private void say(String sentence) {
    output.note(sentence);
    heardNanos = nanos.getAsLong();
  }

  /** A second has passed, or so. */
  synchronized void tick() {
    if (closed) {
      return;
    }
    long time = nanos.getAsLong();
    if (output.overwrites()) {
      var losses = this.losses.stream().mapToDouble(Double::doubleValue).toArray();
      double left = now.left() - (time - heardNanos) / 1e9;
      boolean known = now.awaited().isEmpty() && !Double.isNaN(left);
      var most = known ? OptionalDouble.of(Math.max(0, left)) : OptionalDouble.empty();
      var block = new RunBlock(title, output.screenColumns());
      output.block(block.lines(now, seconds(time), most, losses));
    } else if (!now.awaited().isEmpty() && time - heardNanos >= SILENCE.toNanos()) {
      say("still waiting for %s, %s".formatted(now.awaited(), RunBlock.clock(seconds(time))));
    }
  }

  private double seconds(long time) {
    return (time - start) / 1e9;
  }

  /** Takes the block off the screen. */
  @Override
  public void close() {
    clock.shutdownNow();
    synchronized (this) {
      closed = true;
      output.eraseProgress();
    }
  }
}
