package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnArrivalTest {
  private static final Place DATA = Place.data(Chunks.of(0));
  private static final Place SCRATCH = Place.scratch(1, Chunks.of(0));

  private static Program program(String algorithm, Operation operation, Topology topology) {
    var collective = new Collective(operation, topology, 0, Cases.SUM, 1);
    return Algorithms.named(algorithm).program(collective, 0);
  }

  private static ProgramBuilder builder() {
    return new ProgramBuilder(Collective.of(Operation.ALL_REDUCE, 2, Cases.SUM), "test", 0);
  }

  @ParameterizedTest
  @CsvSource({
    "ring, ALL_REDUCE",
    "ring, REDUCE_SCATTER",
    "halving-doubling, ALL_REDUCE",
    "halving-doubling, REDUCE_SCATTER",
    "pairwise, REDUCE_SCATTER",
    "binomial-tree, ALL_REDUCE",
    "hierarchical, ALL_REDUCE",
    "torus, ALL_REDUCE",
    "blueconnect, ALL_REDUCE"
  })
  void what_is_received_to_be_added_needs_no_scratch(String algorithm, Operation operation) {
    var written = program(algorithm, operation, Topology.oneHost(8));
    var run = OnArrival.of(written).program();
    assertThat(scratchBytes(written)).isPositive();
    assertThat(scratchBytes(run)).isZero();
  }

  private static long scratchBytes(Program program) {
    return new ScratchPlan(program, Layout.even(1 << 16, program.chunkCount()), 4).byteCount();
  }

  @Test
  void the_sum_goes_where_the_combine_would_have_put_it() {
    var program =
        builder().send(1, DATA).receive(1, SCRATCH).combineInto(Place.data(Chunks.of(1)), SCRATCH);
    var run = OnArrival.of(program.over(2));
    assertThat(run.program().steps().get(1)).isEqualTo(new Receive(1, Place.data(Chunks.of(1))));
    assertThat(run.program().steps()).hasSize(2);
    assertThat(run.operators()).containsOnlyKeys(1).containsValue(Cases.SUM);
  }

  /** Both would wait until the other has taken what it sent, and take nothing before. */
  @Test
  void ranks_that_exchange_the_same_data_keep_what_comes_apart() {
    var written = program("recursive-doubling", Operation.ALL_REDUCE, Topology.oneHost(2));
    assertThat(OnArrival.of(written).program()).isEqualTo(written);
  }

  @Test
  void among_hosts_data_is_added_to_only_once_so_that_the_next_message_can_come_meanwhile() {
    var written = program("pairwise", Operation.REDUCE_SCATTER, Topology.hosts(8, 1));
    assertThat(OnArrival.of(written).operators()).hasSize(1);
    var ring = program("ring", Operation.REDUCE_SCATTER, Topology.hosts(8, 1));
    assertThat(OnArrival.of(ring).operators()).hasSize(7);
  }

  @Test
  void what_is_used_again_is_kept() {
    var program = builder().receive(1, SCRATCH).combineInto(DATA, SCRATCH).send(1, SCRATCH).over(1);
    assertThat(OnArrival.of(program).operators()).isEmpty();
  }

  @Test
  void what_is_combined_elsewhere_or_with_more_is_kept() {
    var other = Place.scratch(2, Chunks.of(0));
    var elsewhere = builder().receive(1, SCRATCH).combine(List.of(DATA, SCRATCH), other);
    assertThat(OnArrival.of(elsewhere.over(1)).operators()).isEmpty();
    var three =
        builder()
            .copy(DATA, other)
            .receive(1, SCRATCH)
            .combine(List.of(DATA, SCRATCH, other), DATA);
    assertThat(OnArrival.of(three.over(1)).operators()).isEmpty();
  }
}
