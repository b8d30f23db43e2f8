package io.weft.collective;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.MismatchException;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks that disagree fail with one sentence that names the odd one, whatever it is about. */
@Tag("sampled")
class MismatchTest {
  private static Tensor floats(int count) {
    return Tensor.of(new float[count]);
  }

  /**
   * All do one thing, one rank does another; all must be told the same. A rank whose part is done
   * before another disagrees is told by its next call.
   */
  private static String sentence(
      int n, int odd, Consumer<Communicator> usual, Consumer<Communicator> other) {
    var told = new ConcurrentSkipListMap<Integer, String>();
    World.spawn(
        n,
        communicator -> {
          var action = communicator.rank() == odd ? other : usual;
          assertThatThrownBy(() -> action.andThen(Communicator::barrier).accept(communicator))
              .isInstanceOfSatisfying(
                  MismatchException.class, e -> told.put(communicator.rank(), e.getMessage()));
        });
    assertThat(told).hasSize(n);
    assertThat(told.values()).containsOnly(told.firstEntry().getValue());
    return told.firstEntry().getValue();
  }

  private static void assertSides(String sentence, int odd, String other, String usual) {
    assertThat(sentence)
        .startsWith("rank %d does not do what the others do: %s on rank".formatted(odd, other))
        .contains("but " + usual + " on rank");
  }

  @Test
  void operation() {
    for (int n = 2; n <= 4; n++) {
      var said =
          sentence(
              n,
              n - 1,
              it -> it.using("ring").allReduce(floats(4), Reduction.SUM),
              it -> it.using("bruck").barrier());
      var ranks = "of ranks 0-" + (n - 1);
      assertSides(
          said,
          n - 1,
          "barrier #0 " + ranks + ": bruck",
          "all-reduce #0 " + ranks + ": sum of 4 fp32, ring");
    }
  }

  @Test
  void type() {
    var said =
        sentence(
            3,
            1,
            it -> it.using("ring").allReduce(floats(4), Reduction.SUM),
            it -> it.using("ring").allReduce(Tensor.of(new int[4]), Reduction.SUM));
    assertSides(
        said,
        1,
        "all-reduce #0 of ranks 0-2: sum of 4 int32, ring",
        "all-reduce #0 of ranks 0-2: sum of 4 fp32, ring");
  }

  @Test
  void reduction_also_where_the_steps_are_the_same() {
    var said =
        sentence(
            3,
            0,
            it -> it.using("ring").allReduce(floats(4), Reduction.SUM),
            it -> it.using("ring").allReduce(floats(4), Reduction.MEAN));
    assertSides(
        said,
        0,
        "all-reduce #0 of ranks 0-2: mean of 4 fp32, ring",
        "all-reduce #0 of ranks 0-2: sum of 4 fp32, ring");
  }

  @Test
  void length() {
    var said =
        sentence(
            4,
            2,
            it -> it.using("ring").allReduce(floats(4), Reduction.SUM),
            it -> it.using("ring").allReduce(floats(5), Reduction.SUM));
    assertSides(
        said,
        2,
        "all-reduce #0 of ranks 0-3: sum of 5 fp32, ring",
        "all-reduce #0 of ranks 0-3: sum of 4 fp32, ring");
  }

  @Test
  void root() {
    var said =
        sentence(
            4,
            3,
            it -> it.using("binomial-tree").broadcast(floats(4), 0),
            it -> it.using("binomial-tree").broadcast(floats(4), 1));
    assertSides(
        said,
        3,
        "broadcast #0 of ranks 0-3: 4 fp32, root 1, binomial-tree",
        "broadcast #0 of ranks 0-3: 4 fp32, root 0, binomial-tree");
  }

  @Test
  void block_layout_where_the_total_is_the_same() {
    var said =
        sentence(
            3,
            1,
            it -> it.using("ring").reduceScatter(floats(6), new long[] {1, 2, 3}, Reduction.SUM),
            it -> it.using("ring").reduceScatter(floats(6), new long[] {3, 2, 1}, Reduction.SUM));
    assertSides(
        said,
        1,
        "reduce-scatter #0 of ranks 0-2: sum of 3+2+1 fp32, ring",
        "reduce-scatter #0 of ranks 0-2: sum of 1+2+3 fp32, ring");
  }

  @Test
  void algorithm() {
    var said =
        sentence(
            2,
            1,
            it -> it.using("ring").allReduce(floats(4), Reduction.SUM),
            it -> it.using("ordered").allReduce(floats(4), Reduction.SUM));
    assertSides(
        said,
        1,
        "all-reduce #0 of ranks 0-1: sum of 4 fp32, ordered",
        "all-reduce #0 of ranks 0-1: sum of 4 fp32, ring");
  }

  @Test
  void group_of_the_same_ranks_in_another_order() {
    var said = sentence(3, 2, it -> it.group(0, 1, 2).barrier(), it -> it.group(1, 0, 2).barrier());
    assertSides(said, 2, "a group of ranks 1,0,2", "a group of ranks 0-2");
  }

  @Test
  void group_of_other_members() {
    var said = sentence(4, 3, it -> it.group(0, 1, 2, 3).barrier(), it -> it.group(2, 3).barrier());
    assertSides(said, 3, "a group of ranks 2-3", "a group of ranks 0-3");
  }

  @Test
  void groups_that_two_ranks_make_in_different_orders() {
    var said =
        sentence(
            2,
            1,
            it -> {
              it.group(0, 1).close();
              it.group(1, 0).barrier();
            },
            it -> {
              it.group(1, 0).close();
              it.group(0, 1).barrier();
            });
    assertSides(said, 1, "a group of ranks 1,0", "a group of ranks 0-1");
  }

  @Test
  void ranks_that_make_different_numbers_of_groups_may_agree_all_the_same() {
    World.spawn(
        3,
        it -> {
          if (it.rank() < 2) {
            it.group(0, 1).barrier();
          }
          if (it.rank() != 1) {
            it.group(2, 0).barrier();
          }
          it.barrier();
        });
  }

  @Test
  void leaves_of_a_tree_that_would_never_exchange_a_message() {
    var said =
        sentence(
            4,
            3,
            it -> it.using("binomial-tree").reduce(floats(4), Reduction.SUM, 0),
            it -> it.using("binomial-tree").reduce(floats(4), Reduction.MAX, 0));
    assertSides(
        said,
        3,
        "reduce #0 of ranks 0-3: max of 4 fp32, root 0, binomial-tree",
        "reduce #0 of ranks 0-3: sum of 4 fp32, root 0, binomial-tree");
  }

  @Test
  void ranks_of_another_group_are_told_too() {
    var told = new ConcurrentSkipListMap<Integer, String>();
    World.spawn(
        4,
        communicator -> {
          int rank = communicator.rank();
          var group = rank < 2 ? communicator.group(0, 1) : communicator.group(2, 3);
          assertThatThrownBy(
                  () -> {
                    if (rank < 2) {
                      group.allReduce(floats(rank + 1), Reduction.SUM);
                    }
                    communicator.barrier();
                  })
              .isInstanceOfSatisfying(MismatchException.class, e -> told.put(rank, e.getMessage()));
        });
    assertThat(told.values()).hasSize(4).containsOnly(told.get(0));
  }

  @Test
  void the_odd_rank_is_named_after_operations_that_went_well() {
    forAll(
        draw -> {
          int n = draw.between(3, 6);
          int odd = draw.between(0, n - 1);
          int before = draw.between(0, 5);
          var algorithm = draw.oneOf(List.of("ring", "ordered", "direct"));
          Consumer<Communicator> prelude =
              it -> {
                for (int i = 0; i < before; i++) {
                  it.using(algorithm).allReduce(floats(7), Reduction.SUM);
                }
              };
          var said =
              sentence(
                  n,
                  odd,
                  prelude.andThen(it -> it.using(algorithm).allReduce(floats(8), Reduction.SUM)),
                  prelude.andThen(it -> it.using(algorithm).allReduce(floats(9), Reduction.SUM)));
          assertThat(said)
              .startsWith("rank %d does not do what the others do".formatted(odd))
              .contains("all-reduce #" + before);
        });
  }
}
