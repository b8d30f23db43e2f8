package io.weft.collective;

import io.weft.network.LocalNetwork;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Many ranks in one process, a platform thread each. */
public final class World {
  /** What each rank does. */
  @FunctionalInterface
  public interface Body {
    void run(Communicator communicator) throws Exception;
  }

  private record Failure(int rank, Throwable cause) {}

  private World() {}

  /** Runs the body on every rank and returns when all are done. */
  public static void spawn(int ranks, Body body) {
    spawn(Options.oneHost(Math.max(1, ranks)), ranks, body);
  }

  /**
   * Runs the body on every rank and returns when all are done. The first rank that fails makes the
   * others fail at their next wait.
   *
   * @throws RankFailedException naming the rank that failed first, with its exception as the cause
   */
  public static void spawn(Options options, int ranks, Body body) {
    var network = new LocalNetwork(ranks);
    var failures = new ConcurrentLinkedQueue<Failure>();
    var threads = new ArrayList<Thread>();
    for (int rank = 0; rank < ranks; rank++) {
      int number = rank;
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + rank)
              .start(() -> runRank(network, options, number, body, failures)));
    }
    for (var thread : threads) {
      join(thread, threads);
    }
    var failure = failures.peek();
    if (failure != null) {
      throw new RankFailedException(failure.rank, failure.cause);
    }
  }

  private static void runRank(
      LocalNetwork network, Options options, int rank, Body body, Queue<Failure> failures) {
    try (var transport = network.transport(rank);
        var communicator = Communicator.open(transport, options)) {
      try {
        body.run(communicator);
      } catch (Throwable cause) { // a rank's thread has no other way to report an Error
        // Before the transport closes, or a peer that loses this rank would be named first.
        failures.add(new Failure(rank, cause));
        network.transport(rank).close(); // or what it has started waits for its time to be over
      }
    } catch (RuntimeException cause) {
      failures.add(new Failure(rank, cause));
    }
  }

  private static void join(Thread thread, Iterable<Thread> all) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      all.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while ranks were running", e);
    }
  }
}
