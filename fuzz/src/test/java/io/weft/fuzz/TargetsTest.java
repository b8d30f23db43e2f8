package io.weft.fuzz;

import static io.weft.trials.Trials.forAll;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every target for a moment; {@code -Dtrial.count} says for how many inputs. */
@Tag("sampled")
class TargetsTest {
  private static final long HANG_SECONDS = 60;

  static Stream<String> targets() {
    return Targets.ALL.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("targets")
  @Timeout(value = HANG_SECONDS, unit = SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void reads_changed_inputs_or_refuses_them_with_a_sentence(String name) throws Exception {
    var target = Targets.named(name);
    var guard = new Guard(target);
    var seeds = target.seeds();
    for (var seed : seeds) {
      TrialsRun.read(guard, seed);
    }
    forAll(draw -> TrialsRun.read(guard, Mutation.of(draw, seeds)));
  }
}
