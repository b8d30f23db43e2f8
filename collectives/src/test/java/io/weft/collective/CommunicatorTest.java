package io.weft.collective;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class CommunicatorTest {
  private static float[] noise(long seed, int rank, int length) {
    var random = new SplittableRandom(seed * 1000 + rank);
    var noise = new float[length];
    for (int i = 0; i < length; i++) {
      noise[i] = (float) random.nextGaussian();
    }
    return noise;
  }

  /** The sum over all ranks of noise, on each rank. */
  private static float[][] allReduced(Algorithm algorithm, int n, int length, long seed) {
    var results = new float[n][];
    World.spawn(
        n,
        communicator -> {
          var data = noise(seed, communicator.rank(), length);
          communicator.using(algorithm).allReduce(Tensor.of(data), Reduction.SUM);
          results[communicator.rank()] = data;
        });
    return results;
  }

  @Test
  void all_ranks_end_with_the_same_bits_and_every_run_gives_them() {
    for (var algorithm : Algorithms.able(Collective.of(Operation.ALL_REDUCE, 6, Cases.SUM))) {
      var first = allReduced(algorithm, 6, 1001, 42);
      var second = allReduced(algorithm, 6, 1001, 42);
      assertThat(List.of(first))
          .as(algorithm.name())
          .allMatch(bits -> Arrays.equals(bits, first[0]));
      assertThat(second[0]).as(algorithm.name()).isEqualTo(first[0]);
    }
  }

  @Test
  void the_ordered_program_gives_the_same_bits_however_data_is_cut() {
    int n = 5;
    var whole = new float[n][];
    var cut = new float[n][];
    World.spawn(
        n,
        communicator -> {
          var ordered = communicator.using("ordered");
          whole[communicator.rank()] = noise(7, communicator.rank(), 1000);
          cut[communicator.rank()] = noise(7, communicator.rank(), 1000);
          ordered.allReduce(Tensor.of(whole[communicator.rank()]), Reduction.SUM);
          var tensor = Tensor.of(cut[communicator.rank()]);
          ordered.allReduce(tensor.slice(0, 333), Reduction.SUM);
          ordered.allReduce(tensor.slice(333, 667), Reduction.SUM);
        });
    assertThat(cut[0]).isEqualTo(whole[0]);
    assertThat(whole[0]).as("as added in rank order").isEqualTo(addedInRankOrder(n, 1000));
  }

  private static float[] addedInRankOrder(int n, int length) {
    var sum = noise(7, 0, length);
    for (int rank = 1; rank < n; rank++) {
      var more = noise(7, rank, length);
      for (int i = 0; i < length; i++) {
        sum[i] += more[i];
      }
    }
    return sum;
  }

  @Test
  void any_operation_with_any_algorithm_length_and_root_keeps_its_definition() {
    forAll(
        draw -> {
          int n = draw.between(1, 9);
          var operation = draw.oneOf(List.of(Operation.values()));
          int root = operation.rooted() ? draw.between(0, n - 1) : 0;
          var able = Algorithms.able(Collective.of(operation, n, Cases.SUM));
          var algorithm = draw.oneOf(able);
          var oracle = Oracle.of(operation, root, draw.between(0, 10_000));
          World.spawn(n, communicator -> oracle.check(communicator.using(algorithm)));
          World.spawn(n, oracle::check);
        });
  }

  @Test
  void groups_work_side_by_side_without_taking_each_others_bytes() {
    World.spawn(
        7,
        communicator -> {
          int rank = communicator.rank();
          int[] evens = {6, 4, 2, 0};
          int[] odds = {1, 3, 5};
          try (var group = communicator.group(rank % 2 == 0 ? evens : odds);
              var twin = communicator.group(rank % 2 == 0 ? evens : odds)) {
            for (var operation : Operation.values()) {
              Oracle.of(operation, 0, 100).check(group);
              Oracle.of(operation, 0, 50).check(twin);
              Oracle.of(operation, 0, 20).check(communicator);
            }
            assertThat(group.rank()).isEqualTo(rank % 2 == 0 ? 3 - rank / 2 : rank / 2);
          }
        });
  }

  @Test
  void blocks_may_have_any_lengths_also_none() {
    long[] counts = {3, 0, 5, 1};
    World.spawn(
        4,
        communicator -> {
          int rank = communicator.rank();
          var own = new int[(int) counts[rank]];
          Arrays.fill(own, rank + 1);
          var all = new int[9];
          communicator.allGather(Tensor.of(own), counts, Tensor.of(all));
          assertThat(all).containsExactly(1, 1, 1, 3, 3, 3, 3, 3, 4);
          var back = new int[own.length];
          communicator.scatter(Tensor.of(all), counts, Tensor.of(back), 2);
          assertThat(back).isEqualTo(own);
          var sum = communicator.reduceScatter(Tensor.of(all), counts, Reduction.SUM);
          assertThat(sum.count()).isEqualTo(counts[rank]);
          for (int i = 0; i < sum.count(); i++) {
            assertThat(Elements.get(sum, i)).isEqualTo(4.0 * (rank + 1));
          }
        });
  }

  @Test
  void all_gather_works_in_place() {
    World.spawn(
        3,
        communicator -> {
          int rank = communicator.rank();
          var data = new long[7];
          Arrays.fill(data, -1);
          int[] first = {0, 3, 5, 7};
          Arrays.fill(data, first[rank], first[rank + 1], rank);
          communicator.allGather(Tensor.of(data));
          assertThat(data).containsExactly(0, 0, 0, 1, 1, 2, 2);
        });
  }

  @Test
  void hosts_may_have_different_numbers_of_ranks() {
    var topology = new Topology(List.of(0, 0, 1, 1, 1));
    var options = new Options(topology, ClusterCosts.TYPICAL, Duration.ofSeconds(30));
    World.spawn(options, 5, Oracle.of(Operation.ALL_REDUCE, 0, 5000)::check);
    assertRefused(
        () ->
            World.spawn(
                options,
                5,
                communicator ->
                    communicator
                        .using("hierarchical")
                        .allReduce(Tensor.of(new float[1]), Reduction.SUM)),
        "needs as many ranks on every host, and the hosts have [2, 3]");
  }

  private static void assertRefused(Runnable call, String sentence) {
    assertThatThrownBy(call::run).hasMessageContaining(sentence);
  }

  private static void refuses(int n, World.Body body, String sentence) {
    assertRefused(() -> World.spawn(n, body), sentence);
  }

  @Test
  void wrong_arguments_are_answered_with_a_sentence() {
    var one = Tensor.of(new float[1]);
    var two = Tensor.of(new float[2]);
    refuses(0, _ -> {}, "ranks=0: at least 1");
    refuses(2, it -> it.broadcast(one, 2), "root: 2 is not a rank of a group of 2, choose 0 to 1");
    refuses(2, it -> it.using("rinf"), "there is no algorithm \"rinf\": choose one of ring,");
    refuses(2, it -> it.using("ring").barrier(), "ring does not do barrier: it does all-reduce");
    refuses(7, it -> it.using("torus").allReduce(one, Reduction.SUM), "7 ranks are a prime number");
    refuses(2, it -> it.allGather(one, one), "all has 1 elements and the blocks of 2 ranks need 2");
    refuses(2, it -> it.allToAll(one, two), "needs as many equal blocks");
    refuses(
        2, it -> it.allToAll(two, Tensor.of(new int[2])), "one tensor is fp32 and the other int32");
    refuses(2, it -> it.group(0, 0).close(), "group [0, 0] names a rank twice");
    refuses(2, it -> it.group(0, 5).close(), "5 is not a rank of a group of 2");
    refuses(
        1, it -> it.gather(one, new long[] {2}, two, 0), "rank 0 has 1 elements and counts say 2");
    refuses(
        2, it -> it.allGather(one, new long[] {1}, one), "give one length of 0 or more for each");
  }

  @Test
  void a_group_is_opened_by_its_members_only() {
    refuses(
        2,
        it -> {
          if (it.rank() == 1) {
            it.group(0).close();
          }
        },
        "rank 1 is not in group [0]");
  }

  @Test
  void a_closed_communicator_says_so() {
    refuses(
        1,
        it -> {
          it.close();
          it.barrier();
        },
        "this communicator is closed: open a new one");
  }

  @Test
  void the_rank_that_fails_first_is_named_and_the_others_do_not_hang() {
    assertThatThrownBy(
            () ->
                World.spawn(
                    4,
                    communicator -> {
                      if (communicator.rank() == 2) {
                        throw new IllegalStateException("out of luck");
                      }
                      communicator.barrier();
                    }))
        .isInstanceOf(RankFailedException.class)
        .hasMessage("rank 2 failed: out of luck");
  }

  @Test
  void a_peer_that_does_not_come_is_named_when_the_time_is_up() {
    var options = new Options(Topology.oneHost(2), ClusterCosts.TYPICAL, Duration.ofMillis(20));
    var never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                World.spawn(
                    options,
                    2,
                    communicator -> {
                      if (communicator.rank() == 0) {
                        try {
                          communicator.barrier();
                        } finally {
                          never.countDown();
                        }
                      } else {
                        never.await();
                      }
                    }))
        .hasCauseInstanceOf(PeerSlowException.class)
        .hasMessageContaining("rank 0 waited 20 ms for rank 1 in barrier #0 of ranks 0-1: bruck");
  }

  @Test
  void after_a_failure_every_call_fails_at_once_in_the_same_way() {
    var options = new Options(Topology.oneHost(2), ClusterCosts.TYPICAL, Duration.ofMillis(20));
    World.spawn(
        options,
        2,
        communicator -> {
          if (communicator.rank() == 1) {
            return;
          }
          var first = catchThrowable(communicator::barrier);
          assertThat(first)
              .isInstanceOfAny(PeerSlowException.class, PeerLostException.class)
              .hasMessageContaining("barrier #0");
          for (ThrowingCallable call : callsOf(communicator)) {
            assertThatThrownBy(call).hasSameClassAs(first).hasMessage(first.getMessage());
            assertThatThrownBy(call).hasCause(first).isNotSameAs(first);
          }
          communicator.close();
          assertThatThrownBy(communicator::barrier).hasSameClassAs(first);
        });
  }

  private static List<ThrowingCallable> callsOf(Communicator communicator) {
    return List.of(
        communicator::barrier,
        () -> communicator.group(0),
        () -> communicator.start(new OperationKey(0, 0, 0), 0, Communicator::barrier));
  }

  @Test
  void memory_that_belongs_to_one_thread_is_refused() {
    refuses(
        1,
        it -> {
          try (var arena = Arena.ofConfined()) {
            it.allReduce(Tensor.of(arena.allocate(8), ElementType.FP32), Reduction.SUM);
          }
        },
        "memory belongs to one thread: use Arena.ofShared() or Arena.ofAuto()");
  }

  @Test
  void every_algorithm_has_a_name_of_its_own() {
    var names = Algorithms.all().stream().map(Algorithm::name).toList();
    assertThat(names).doesNotHaveDuplicates();
    assertThat(names).allSatisfy(name -> assertThat(Algorithms.named(name).name()).isEqualTo(name));
  }

  @Test
  void every_operation_can_be_done_with_any_number_of_ranks() {
    for (var operation : Operation.values()) {
      assertThat(IntStream.rangeClosed(1, 64))
          .allSatisfy(
              n -> {
                var acrossHosts =
                    Collective.of(operation, n, Cases.SUM).withTopology(Topology.hosts(n, 1));
                assertThat(Algorithms.able(acrossHosts)).as("%s %d", operation, n).isNotEmpty();
              });
    }
  }
}
