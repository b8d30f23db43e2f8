package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Place;
import io.weft.collective.program.ProgramBuilder;
import org.junit.jupiter.api.Test;

class ScratchPlanTest {
  private static ScratchPlan plan(String algorithm, Operation operation, int n, long count) {
    var program = Algorithms.named(algorithm).program(Collective.of(operation, n, Cases.SUM), 0);
    return new ScratchPlan(program, Layout.even(count, program.chunkCount()), 4);
  }

  @Test
  void a_ring_needs_room_for_as_many_blocks_as_may_be_under_way() {
    assertThat(plan("ring", Operation.ALL_REDUCE, 8, 8 * 1024).byteCount())
        .isEqualTo(Hazards.AHEAD_MOST * 4 * 1024);
  }

  @Test
  void halving_needs_room_for_half_of_the_data() {
    assertThat(plan("halving-doubling", Operation.ALL_REDUCE, 8, 8 * 1024).byteCount())
        .isEqualTo(4 * 4 * 1024);
  }

  @Test
  void the_ordered_program_needs_a_block_of_every_other_rank() {
    assertThat(plan("ordered", Operation.ALL_REDUCE, 8, 8 * 1024).byteCount())
        .isEqualTo(7 * 4 * 1024);
  }

  @Test
  void programs_without_scratch_need_nothing() {
    assertThat(plan("ring", Operation.ALL_GATHER, 8, 8 * 1024).byteCount()).isZero();
  }

  @Test
  void scratch_that_is_sent_is_never_shared() {
    var chunk = Chunks.of(0);
    var program =
        new ProgramBuilder(Collective.of(Operation.ALL_REDUCE, 2, Cases.SUM), "test", 0)
            .copy(Place.data(chunk), Place.scratch(1, chunk))
            .send(1, Place.scratch(1, chunk))
            .receive(1, Place.scratch(2, chunk))
            .combineInto(Place.data(chunk), Place.scratch(2, chunk))
            .over(1);
    var plan = new ScratchPlan(program, Layout.of(16), 4);
    assertThat(plan.offset(1, 0)).isNotEqualTo(plan.offset(2, 0));
    assertThat(plan.byteCount()).isEqualTo(2 * 64);
  }

  @Test
  void chunks_that_are_received_together_lie_next_to_each_other() {
    var both = Chunks.of(0, 1);
    var program =
        new ProgramBuilder(Collective.of(Operation.ALL_REDUCE, 2, Cases.SUM), "test", 0)
            .receive(1, Place.scratch(1, both))
            .combineInto(Place.data(both), Place.scratch(1, both))
            .over(2);
    var plan = new ScratchPlan(program, Layout.of(3, 5), 4);
    assertThat(plan.offset(1, 1) - plan.offset(1, 0)).isEqualTo(3 * 4);
  }
}
