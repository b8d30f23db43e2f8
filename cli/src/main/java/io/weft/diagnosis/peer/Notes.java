package io.weft.diagnosis.peer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What a doctor has learnt of the others so far, by their places in the list. For all threads. */
final class Notes {
  /** A permit for each caller that we sent away. */
  private final Semaphore sentAway = new Semaphore(0);

  private final Map<Integer, Long> heardNanos = new ConcurrentHashMap<>();
  private final Map<Integer, Peer> peers = new ConcurrentHashMap<>();
  private final Map<Integer, List<Boolean>> reports = new ConcurrentHashMap<>();

  /** It has called us and proved itself. */
  void heard(int host) {
    heardNanos.putIfAbsent(host, System.nanoTime());
  }

  /** Whether its first call is that long ago: it listened before it called. */
  boolean heardBefore(int host, Duration ago) {
    var nanos = heardNanos.get(host);
    return nanos != null && System.nanoTime() - nanos > ago.toNanos();
  }

  /** It has called us, and had another token or another idea of the meeting. */
  void sentAway() {
    sentAway.release();
  }

  /** Waits for so many calls that came to nothing, or until it has been long enough. */
  void awaitSentAway(int callers, Duration limit) throws InterruptedException {
    boolean ignored = sentAway.tryAcquire(callers, limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  void met(int host, Peer peer) {
    peers.put(host, peer);
  }

  void reported(int host, List<Boolean> reached) {
    reports.put(host, reached);
  }

  Set<Integer> heard() {
    return Set.copyOf(heardNanos.keySet());
  }

  Map<Integer, Peer> peers() {
    return Map.copyOf(peers);
  }

  Map<Integer, List<Boolean>> reports() {
    return Map.copyOf(reports);
  }
}
