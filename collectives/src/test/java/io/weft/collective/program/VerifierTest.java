package io.weft.collective.program;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.input;
import static io.weft.collective.program.Place.scratch;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Elementwise;
import io.weft.tensor.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** One small wrong program for every reason to refuse. */
class VerifierTest {
  private static final Chunks C0 = Chunks.of(0);
  private static final Chunks C1 = Chunks.of(1);

  @SafeVarargs
  private static Verdict verify(
      Operation operation, int chunkCount, Consumer<ProgramBuilder>... ranks) {
    var collective = Collective.of(operation, ranks.length, new Elementwise(Reduction.SUM));
    var programs = new ArrayList<Program>();
    for (int rank = 0; rank < ranks.length; rank++) {
      var builder = new ProgramBuilder(collective, "test", rank);
      ranks[rank].accept(builder);
      programs.add(builder.over(chunkCount));
    }
    return new Verifier().verify(programs);
  }

  private static void assertRefuted(Verdict verdict, String reason) {
    assertThat(verdict).isInstanceOf(Verdict.Refuted.class);
    assertThat(((Verdict.Refuted) verdict).why()).contains(reason);
  }

  private static Consumer<ProgramBuilder> exchange(int peer) {
    return rank ->
        rank.send(peer, data(C0))
            .receive(peer, scratch(1, C0))
            .combineInto(data(C0), scratch(1, C0));
  }

  @Test
  void two_ranks_that_exchange_and_add_are_proved() {
    assertThat(verify(Operation.ALL_REDUCE, 1, exchange(1), exchange(0)))
        .isInstanceOf(Verdict.Proved.class);
  }

  @Test
  void a_missing_contribution_is_refuted() {
    assertRefuted(
        verify(Operation.ALL_REDUCE, 1, rank -> rank.send(1, data(C0)), exchangeFrom(0)),
        "rank 0 ends with r0c0 in chunk 0");
  }

  @Test
  void a_contribution_that_is_counted_twice_is_refuted() {
    assertRefuted(
        verify(
            Operation.ALL_REDUCE,
            1,
            exchange(1),
            exchange(0).andThen(rank -> rank.combineInto(data(C0), scratch(1, C0)))),
        "counted twice");
  }

  @Test
  void ranks_that_wait_for_each_other_are_refuted() {
    Consumer<ProgramBuilder> first = rank -> rank.receive(1, data(C0)).send(1, data(C0));
    Consumer<ProgramBuilder> second = rank -> rank.receive(0, data(C0)).send(0, data(C0));
    assertRefuted(
        verify(Operation.ALL_REDUCE, 1, first, second), "deadlock: rank 0 is stuck at step 0");
  }

  @Test
  void overwriting_what_both_are_still_sending_is_a_deadlock() {
    Consumer<ProgramBuilder> first = rank -> rank.send(1, data(C0)).receive(1, data(C0));
    Consumer<ProgramBuilder> second = rank -> rank.send(0, data(C0)).receive(0, data(C0));
    assertRefuted(verify(Operation.ALL_REDUCE, 1, first, second), "deadlock");
  }

  @Test
  void a_message_that_nobody_receives_is_refuted() {
    assertRefuted(
        verify(
            Operation.REDUCE, 1, exchangeFrom(1), rank -> rank.send(0, data(C0)).send(0, data(C0))),
        "rank 0 never receives what rank 1 sends");
  }

  private static Consumer<ProgramBuilder> exchangeFrom(int peer) {
    return rank -> rank.receive(peer, scratch(1, C0)).combineInto(data(C0), scratch(1, C0));
  }

  @Test
  void a_signal_that_nobody_awaits_is_refuted() {
    assertRefuted(
        verify(
            Operation.BARRIER,
            1,
            rank -> rank.signal(1).await(1),
            rank -> rank.signal(0).signal(0).await(0)),
        "rank 0 never waits for a signal of rank 1");
  }

  @Test
  void a_barrier_that_one_rank_may_leave_early_is_refuted() {
    assertRefuted(
        verify(Operation.BARRIER, 1, rank -> rank.signal(1), rank -> rank.await(0)),
        "rank 0 may leave before rank 1 enters");
  }

  @Test
  void reading_memory_of_a_peer_that_has_not_signalled_is_a_race() {
    assertRefuted(
        verify(
            Operation.BROADCAST,
            1,
            rank -> rank.await(1),
            rank -> rank.get(0, data(C0), data(C0)).signal(0)),
        "race: ranks 0 and 1");
  }

  @Test
  void returning_while_a_peer_may_still_read_is_a_race() {
    assertRefuted(
        verify(
            Operation.BROADCAST,
            1,
            rank -> rank.signal(1),
            rank -> rank.await(0).get(0, data(C0), data(C0))),
        "race: ranks 1 and 0");
  }

  @Test
  void different_orders_of_addition_on_two_ranks_are_refuted() {
    // Ranks 0 and 1 add (r0+r1)+r2, rank 2 adds r0+(r1+r2): equal sums, different bits.
    assertRefuted(
        verify(
            Operation.ALL_REDUCE,
            1,
            rank -> collect(rank, 1, 2),
            rank -> collect(rank, 0, 2),
            rank -> collect(rank, 1, 0)),
        "rank 2 ends with");
  }

  private static void collect(ProgramBuilder rank, int first, int second) {
    for (int peer = 0; peer < 3; peer++) {
      if (peer != rank.rank()) {
        rank.send(peer, data(C0));
      }
    }
    rank.receive(first, scratch(1, C0)).receive(second, scratch(2, C0));
    rank.combine(List.of(data(C0), scratch(1, C0)), scratch(3, C0));
    rank.combine(List.of(scratch(3, C0), scratch(2, C0)), data(C0));
  }

  @Test
  void reading_what_was_never_written_is_refuted() {
    assertRefuted(
        verify(
            Operation.BROADCAST,
            1,
            rank -> rank.receive(1, data(C0)),
            rank -> rank.send(0, data(C0))),
        "before anything was written there");
  }

  @Test
  void moving_a_chunk_to_the_place_of_another_is_refuted() {
    assertRefuted(
        verify(
            Operation.BROADCAST,
            2,
            rank -> rank.send(1, data(C0)),
            rank -> rank.receive(0, data(C1))),
        "data[0] of rank 0 does not fit into data[1] of rank 1");
  }

  @Test
  void memory_that_the_caller_does_not_have_is_refuted() {
    assertRefuted(
        verify(
            Operation.GATHER, 2, rank -> rank.receive(1, data(C1)), rank -> rank.send(0, data(C0))),
        "rank 1 has no chunk 0 in bank 0");
  }

  @Test
  void writing_the_input_of_an_all_to_all_is_refuted() {
    assertRefuted(
        verify(Operation.ALL_TO_ALL, 1, rank -> rank.copy(input(C0), input(C0))), "read-only");
  }

  @Test
  void scratch_of_a_peer_is_out_of_reach() {
    assertRefuted(
        verify(
            Operation.BROADCAST,
            1,
            rank -> rank.signal(1).await(1),
            rank -> rank.await(0).get(0, scratch(1, C0), data(C0)).signal(0)),
        "scratch is not open to peers");
  }

  @Test
  void a_peer_that_does_not_exist_is_refuted() {
    assertRefuted(
        verify(Operation.BARRIER, 1, rank -> rank.signal(7), rank -> rank.await(0)),
        "rank 0 has no such peer");
  }
}
