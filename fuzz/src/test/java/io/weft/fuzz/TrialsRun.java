package io.weft.fuzz;

import io.weft.trials.Trials;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** One target on mutations of its valid inputs, where Jazzer does not run. */
final class TrialsRun {
  private TrialsRun() {}

  static FuzzingResult of(String name, int seconds) throws Exception {
    var target = Targets.named(name);
    var guard = new Guard(target);
    var seeds = target.seeds();
    var count = new AtomicLong();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < end) {
      Trials.forAll(
          draw -> {
            var input = Mutation.of(draw, seeds);
            count.incrementAndGet();
            read(guard, input);
          });
    }
    return new FuzzingResult(true, "%s: %d trials, nothing found".formatted(name, count.get()));
  }

  /** Whatever it throws is a finding. */
  static void read(Guard guard, byte[] input) {
    try {
      guard.read(input);
    } catch (Throwable thrown) { // also what no reader may throw
      throw new AssertionError("found by " + HexFormat.of().formatHex(input), thrown);
    }
  }
}
