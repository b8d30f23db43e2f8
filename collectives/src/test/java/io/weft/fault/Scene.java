package io.weft.fault;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two ranks of a world of three that join again and again, each time with another third one, which
 * gets a signal.
 */
final class Scene implements AutoCloseable {
  private static final int VICTIM = 2;
  private static final String JOIN =
      "join algorithm=ring bytes=%d livenessMillis=%d"
          .formatted(PhaseTest.BYTES, PhaseTest.LIVENESS.toMillis());

  private final String signal;
  private final RankProcesses survivors;

  /** Started ahead, so that nobody waits for a JVM. */
  private RankProcess next;

  Scene(String signal, Path recordings) throws Exception {
    this.signal = signal;
    this.survivors = RankProcesses.start(VICTIM, VICTIM + 1, recordings);
    this.next = RankProcess.start(VictimRank.class, survivors.variables(VICTIM));
  }

  /** What the two say of a rank that gets the signal in this phase. */
  List<String> play(Phase phase) throws Exception {
    try (var victim = next) {
      next = RankProcess.start(VictimRank.class, survivors.variables(VICTIM));
      victim.await("ready");
      for (var survivor : survivors.all()) {
        survivor.tell(JOIN + " timeoutMillis=" + phase.meetingTimeout().toMillis());
      }
      victim.tell(phase.name());
      victim.await("reached");
      return awaitSentences(phase, victim.signal(signal));
    }
  }

  private List<String> awaitSentences(Phase phase, long sent) throws Exception {
    var sentences = new ArrayList<String>();
    var times = new ArrayList<String>();
    for (var survivor : survivors.all()) {
      var line = survivor.await("failed ");
      sentences.add(line.rest());
      times.add(line.millisSince(sent) + " ms");
    }
    for (var survivor : survivors.all()) {
      survivor.await("closed");
    }
    System.out.printf("%s of rank %d in %s: told after %s%n", signal, VICTIM, phase, times);
    return sentences;
  }

  @Override
  public void close() {
    survivors.close();
    next.close();
  }
}
