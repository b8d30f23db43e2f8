package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.tensor.Tensor;
import io.weft.trace.ClockSample;
import java.util.HashMap;
import java.util.Map;

/** How the clocks of hosts differ. Ranks of one host have the same clock. */
final class Clocks {
  /** How often each host is asked for the time; the quickest answer counts. */
  private static final int QUESTIONS = 20;

  private final Communicator communicator;
  private final Map<Integer, Communicator> pairs = new HashMap<>();

  Clocks(Communicator communicator) {
    this.communicator = communicator;
  }

  /**
   * How far the clock of this rank is ahead of that of rank 0 now, in nanoseconds. All ranks call
   * it.
   */
  long ahead() {
    var topology = communicator.topology();
    if (topology.hostCount() == 1) {
      return 0;
    }
    long[] ahead = new long[topology.hostCount()];
    for (int host = 0; host < ahead.length; host++) {
      int leader = topology.ranksOf(host).getFirst();
      if (host != topology.hostOf(0) && communicator.rank() == 0) {
        ahead[host] = ask(pair(leader));
      } else if (host != topology.hostOf(0) && communicator.rank() == leader) {
        answer(pair(leader));
      }
    }
    communicator.broadcast(Tensor.of(ahead), 0);
    return ahead[topology.hostOf(communicator.rank())];
  }

  private Communicator pair(int leader) {
    return pairs.computeIfAbsent(leader, _ -> communicator.group(0, leader));
  }

  private static long ask(Communicator pair) {
    ClockSample best = null;
    for (int question = 0; question < QUESTIONS; question++) {
      long asked = System.nanoTime();
      pair.broadcast(Tensor.of(new long[1]), 0);
      long[] answer = new long[2];
      pair.broadcast(Tensor.of(answer), 1);
      var sample = new ClockSample(asked, answer[0], answer[1], System.nanoTime());
      if (best == null || sample.roundTripNanos() < best.roundTripNanos()) {
        best = sample;
      }
    }
    return best == null ? 0 : best.offsetNanos();
  }

  private static void answer(Communicator pair) {
    for (int question = 0; question < QUESTIONS; question++) {
      pair.broadcast(Tensor.of(new long[1]), 0);
      long heard = System.nanoTime();
      pair.broadcast(Tensor.of(new long[] {heard, System.nanoTime()}), 1);
    }
  }
}
