package io.weft.flow;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that looks out: several times a second it sends signs of life, notices silence, ends
 * waits that last too long, and when the job is over, for whatever reason, sees to it that peers
 * hear the last word and that nobody is left waiting.
 */
final class Watch {
  /** A wait that lasts longer is worth asking the peer what it is doing. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** How long peers get to take in the last word, and then to say theirs. */
  private static final Duration GRACE = Duration.ofMillis(400);

  /** How long it takes to say the last word where nothing hinders it. */
  private static final Duration WORD = Duration.ofMillis(50);

  private final FlowTransport transport;
  private final Liveness liveness;
  private final Rhythm rhythm;
  private final Thread thread;

  Watch(FlowTransport transport, Liveness liveness) {
    this.transport = transport;
    this.liveness = liveness;
    this.rhythm = new Rhythm(liveness.pulseNanos());
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("rank-" + transport.rank() + "/watch")
            .unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  /** Waits until everything has ended. */
  void end() {
    wake();
    join(thread, Duration.ofSeconds(10));
  }

  private void run() {
    while (!transport.isOver()) {
      LockSupport.parkNanos(this, rhythm.tickNanos(isIdle()));
      try {
        look(System.nanoTime());
      } catch (RuntimeException e) { // such as from the words that a caller has for an operation
        transport.blind(e);
      }
    }
    windDown();
  }

  private boolean isIdle() {
    return transport.ledger().channels().isEmpty();
  }

  private void look(long nowNanos) {
    liveness.look(nowNanos);
    var shared = transport.signals();
    if (shared != null) {
      shared.look(nowNanos);
    }
    for (int rank = 0; rank < transport.ranks(); rank++) {
      if (rank != transport.rank()) {
        look(rank, nowNanos);
      }
    }
    for (var channel : transport.ledger().channels()) {
      int awaited = channel.waitingFor();
      if (awaited >= 0 && channel.waitingNanos(nowNanos) > STALL_NANOS && channel.firstStall()) {
        transport.pair(awaited).post(Tribunal.statement(Kind.ASK, channel.ticket()));
      }
    }
    transport.tribunal().questions(nowNanos).forEach(transport::post);
    transport
        .tribunal()
        .verdict(nowNanos)
        .ifPresent(sentence -> transport.fail(Failure.Cause.MISMATCH, sentence));
  }

  private void look(int peer, long nowNanos) {
    var pair = transport.pair(peer);
    boolean neighbour = transport.signals(peer) != null;
    pair.look(nowNanos, neighbour ? Long.MAX_VALUE : rhythm.quietNanosMost(isIdle()));
    if (liveness.isLost(peer, nowNanos) && !pair.isGone()) {
      transport.silent(peer);
    }
  }

  /**
   * Last words first, then the sockets: that is what threads wait for. Who has been silent for too
   * long is sent one, but nobody waits until it has taken it in.
   */
  private void windDown() {
    var pairs = transport.pairs();
    pairs.forEach(Pair::wake);
    long now = System.nanoTime();
    long said = now + WORD.toNanos();
    long taken = now + GRACE.toNanos();
    for (var pair : pairs) {
      long end = liveness.isLost(pair.peer(), now) ? said : taken;
      pair.lanes().forEach(lane -> join(lane.writer(), left(end)));
    }
    long drained = System.nanoTime() + GRACE.toNanos();
    for (var pair : pairs) {
      if (!liveness.isLost(pair.peer(), now)) {
        pair.lanes().forEach(lane -> join(lane.reader(), left(drained)));
      }
    }
    pairs.forEach(Pair::close);
    for (var pair : pairs) {
      for (var lane : pair.lanes()) {
        join(lane.writer(), Duration.ofSeconds(5));
        join(lane.reader(), Duration.ofSeconds(5));
      }
    }
  }

  private static Duration left(long endNanos) {
    return Duration.ofNanos(Math.max(1, endNanos - System.nanoTime()));
  }

  private static void join(Thread thread, Duration limit) {
    try {
      var _ = thread.join(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
