package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Communicator;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.network.MismatchException;
import io.weft.network.identity.RankFlags;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks that joined over sockets and disagree all get the same sentence about the odd one. */
class DisagreementTest {
  private static final int WORLD = 3;
  private static final int COUNT = 30_000;

  @TempDir private Path folder;

  /** What all ranks but one do, and what that one does instead. */
  record Case(String name, int odd, Consumer<Communicator> usual, Consumer<Communicator> other) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Case> cases() {
    return Stream.of(
        new Case("length", 2, it -> sum(it, floats(COUNT)), it -> sum(it, floats(COUNT + 1))),
        new Case("length, small", 1, it -> sum(it, floats(4)), it -> sum(it, floats(5))),
        new Case("length, far", 0, it -> sum(it, floats(4)), it -> sum(it, floats(4 * COUNT))),
        new Case("type", 0, it -> sum(it, floats(COUNT)), it -> sum(it, ints(COUNT))),
        new Case("operation", 1, it -> sum(it, floats(COUNT)), it -> it.allGather(floats(COUNT))),
        new Case("barrier", 2, it -> sum(it, floats(COUNT)), Communicator::barrier),
        new Case(
            "root", 2, it -> it.broadcast(floats(COUNT), 0), it -> it.broadcast(floats(COUNT), 1)),
        new Case(
            "reduction",
            1,
            it -> sum(it, floats(COUNT)),
            it -> it.allReduce(floats(COUNT), Reduction.MEAN)),
        new Case(
            "blocks",
            0,
            it -> it.reduceScatter(floats(6), new long[] {1, 2, 3}, Reduction.SUM),
            it -> it.reduceScatter(floats(6), new long[] {3, 2, 1}, Reduction.SUM)));
  }

  private static Tensor floats(int count) {
    return Tensor.of(new float[count]);
  }

  private static Tensor ints(int count) {
    return Tensor.of(new int[count]);
  }

  private static void sum(Communicator communicator, Tensor data) {
    communicator.allReduce(data, Reduction.SUM);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void all_are_told_the_same_about_the_odd_one(Case one) throws Exception {
    var outcomes = outcomes(one);
    assertOddOneNamed(outcomes, one.odd);
    assertThat(outcomes.stream().map(Throwable::getMessage)).containsOnly(message(outcomes));
  }

  /** Members of a group compare it two by two, so each may have heard of the odd one first-hand. */
  @Test
  void members_of_a_group_are_told_who_has_others_in_mind() throws Exception {
    var one =
        new Case("group", 2, it -> it.group(0, 1, 2).barrier(), it -> it.group(2, 1, 0).barrier());
    var outcomes = outcomes(one);
    assertOddOneNamed(outcomes, one.odd);
    assertThat(message(outcomes))
        .contains("a group of ranks 2,1,0 on rank 2, but a group of ranks 0-2 on rank ");
  }

  private static void assertOddOneNamed(List<Throwable> outcomes, int odd) {
    assertThat(outcomes)
        .hasSize(WORLD)
        .allSatisfy(
            outcome ->
                assertThat(outcome)
                    .isInstanceOf(MismatchException.class)
                    .hasMessageStartingWith("rank %d does not do what the others do: ", odd)
                    .hasMessageContaining(" on rank %d, but ", odd));
  }

  private static String message(List<Throwable> outcomes) {
    return String.valueOf(outcomes.getFirst().getMessage());
  }

  /** A rank whose part is done before another disagrees is told by its next call. */
  private List<Throwable> outcomes(Case one) throws Exception {
    int port = RankProcesses.freePort();
    var calls = new ArrayList<Callable<Boolean>>();
    for (int rank = 0; rank < WORLD; rank++) {
      var options = options(rank, port, folder);
      var action = rank == one.odd ? one.other : one.usual;
      calls.add(
          () -> {
            try (var joined = Join.open(options)) {
              action.andThen(Communicator::barrier).accept(joined.communicator());
              return true;
            }
          });
    }
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      long guard = RankProcess.HANG_GUARD.toSeconds();
      return threads.invokeAll(calls, guard, TimeUnit.SECONDS).stream()
          .map(Future::exceptionNow)
          .toList();
    }
  }

  private static JoinOptions options(int rank, int port, Path recordings) {
    var variables =
        Map.of(
            "RANK",
            "" + rank,
            "WORLD_SIZE",
            "" + WORLD,
            "MASTER_ADDR",
            "127.0.0.1",
            "MASTER_PORT",
            "" + port,
            "XDG_CONFIG_HOME",
            "/nonexistent",
            JoinOptions.RECORDINGS_VARIABLE,
            recordings.toString());
    return JoinOptions.of(variables, RankFlags.NONE).orElseThrow();
  }
}
