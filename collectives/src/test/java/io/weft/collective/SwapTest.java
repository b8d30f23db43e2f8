package io.weft.collective;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import io.weft.flow.Flows;
import io.weft.network.MismatchException;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class SwapTest {
  /** Ranks next to each other, from one on; who is left over stays alone. */
  private static int[] neighbours(int ranks, int from) {
    var partners = IntStream.range(0, ranks).toArray();
    for (int rank = from; rank + 1 < ranks; rank += 2) {
      partners[rank] = rank + 1;
      partners[rank + 1] = rank;
    }
    return partners;
  }

  @Test
  void each_rank_gets_what_its_partner_sends() {
    forAll(
        draw -> {
          int ranks = draw.between(1, 7);
          int[] partners = neighbours(ranks, draw.between(0, 1));
          int length = draw.between(0, 40_000);
          World.spawn(ranks, communicator -> check(communicator, partners, length));
        });
  }

  private static void check(Communicator communicator, int[] partners, int length) {
    int rank = communicator.rank();
    int partner = partners[rank];
    var own = IntStream.range(0, length + rank).map(i -> rank * 1_000_000 + i).toArray();
    var other = new int[length + partner];
    communicator.swap(partners, Tensor.of(own), Tensor.of(other));
    for (int i = 0; i < other.length; i++) {
      assertThat(other[i]).isEqualTo(partner == rank ? 0 : partner * 1_000_000 + i);
    }
    long[] one = {1};
    communicator.allReduce(Tensor.of(one), Reduction.SUM);
    assertThat(one[0]).as("the next operation is the next for all").isEqualTo(partners.length);
  }

  /** Nothing, messages that are sent at once, and those that wait for credit. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000, 200_000})
  void it_works_over_sockets(int length) {
    int ranks = 3;
    var options =
        new Options(Topology.oneHost(ranks), ClusterCosts.TYPICAL, Duration.ofSeconds(30));
    try (var flows = Flows.open(ranks)) {
      flows.run(
          transport -> {
            try (var communicator = Communicator.open(transport, options)) {
              check(communicator, neighbours(ranks, 0), length);
              check(communicator, neighbours(ranks, 1), length);
            }
          });
    }
  }

  @Test
  void swaps_run_inside_started_operations() {
    int ranks = 3;
    World.spawn(
        ranks,
        communicator -> {
          int[] got = {-1};
          communicator
              .start(
                  new OperationKey(1, 0, 0),
                  0,
                  own -> {
                    int[] mine = {own.rank()};
                    own.swap(neighbours(ranks, 0), Tensor.of(mine), Tensor.of(got));
                    own.barrier();
                  })
              .await(Duration.ofSeconds(30));
          assertThat(got[0]).isEqualTo(new int[] {1, 0, -1}[communicator.rank()]);
        });
  }

  @Test
  void partners_must_be_partners_of_each_other() {
    World.spawn(
        3,
        communicator -> {
          var none = Tensor.of(new int[0]);
          assertThatThrownBy(() -> communicator.swap(new int[] {1, 2, 0}, none, none))
              .hasMessage("partners [1, 2, 0]: rank 0 and rank 1 are not partners of each other");
          assertThatThrownBy(() -> communicator.swap(new int[] {1, 0}, none, none))
              .hasMessage("partners of 2 ranks in a group of 3: name one for each");
        });
  }

  @Test
  void ranks_that_have_other_pairs_in_mind_fail() {
    assertThatThrownBy(
            () ->
                World.spawn(
                    3,
                    communicator -> {
                      var data = Tensor.of(new int[1]);
                      var other = Tensor.of(new int[1]);
                      communicator.swap(neighbours(3, communicator.rank() / 2), data, other);
                    }))
        .hasRootCauseInstanceOf(MismatchException.class);
  }

  @Test
  void partners_that_expect_other_lengths_fail() {
    assertThatThrownBy(
            () ->
                World.spawn(
                    2,
                    communicator -> {
                      var sent = Tensor.of(new int[4]);
                      var received = Tensor.of(new int[3 + communicator.rank()]);
                      communicator.swap(new int[] {1, 0}, sent, received);
                    }))
        .rootCause()
        .hasMessageContaining("16 bytes");
  }
}
