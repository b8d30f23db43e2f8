package io.weft.collective;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Topology;
import io.weft.trials.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class HazardsTest {
  private static final int WIDTH = 4;

  /** A program on memory, with the definition of what may not be overtaken. */
  private record Case(Program program, Layout layout, ScratchPlan plan) {
    static Case of(Program program, Layout layout) {
      return new Case(program, layout, new ScratchPlan(program, layout, WIDTH));
    }

    Hazards hazards() {
      return Hazards.of(program, new Cells(program, layout, plan, WIDTH));
    }

    Step step(int index) {
      return program.steps().get(index);
    }

    boolean overlap(Place one, Place other) {
      return one.chunks().stream()
          .anyMatch(a -> other.chunks().stream().anyMatch(b -> overlap(one, a, other, b)));
    }

    private boolean overlap(Place one, int a, Place other, int b) {
      boolean sameMemory =
          Math.min(one.bank(), 1) == Math.min(other.bank(), 1)
              && layout.length(a) > 0
              && layout.length(b) > 0;
      return sameMemory
          && from(one, a) < from(other, b) + layout.length(b) * WIDTH
          && from(other, b) < from(one, a) + layout.length(a) * WIDTH;
    }

    private long from(Place place, int chunk) {
      return place.bank() <= Place.DATA
          ? layout.first(chunk) * WIDTH
          : plan.offset(place.bank(), chunk);
    }

    boolean touches(int index, Place place) {
      return Access.of(step(index)).all().stream().anyMatch(it -> overlap(it, place));
    }

    boolean isBarrier(int index) {
      return switch (step(index)) {
        case Step.Put _, Step.Get _, Step.Signal _, Step.Wait _ -> true;
        case Send _, Receive _, Step.Copy _, Step.Combine _ -> false;
      };
    }

    /** Whether nothing forbids to start a receive before a step. */
    boolean mayStart(int receive, int at, Hazards hazards) {
      var step = (Receive) step(receive);
      var fromPeer =
          IntStream.range(0, receive)
              .filter(i -> step(i) instanceof Receive it && it.peer() == step.peer())
              .toArray();
      boolean free =
          IntStream.range(at, receive).noneMatch(i -> isBarrier(i) || touches(i, step.to()));
      boolean inOrder = IntStream.of(fromPeer).allMatch(i -> hazards.earliest(i) <= at);
      long underWay = IntStream.of(fromPeer).filter(i -> i >= at).count();
      return free && inOrder && underWay < Hazards.AHEAD_MOST;
    }

    /** The sends that a write must wait for: those that no write in between has waited for. */
    List<Integer> sendsBefore(int index) {
      var found = new ArrayList<Integer>();
      for (var written : Access.of(step(index)).writes()) {
        for (int send = 0; send < index; send++) {
          if (step(send) instanceof Send it && overlap(it.from(), written)) {
            found.add(send);
          }
        }
      }
      return found;
    }
  }

  private static void check(Case subject) {
    var hazards = subject.hazards();
    for (int index = 0; index < subject.program().steps().size(); index++) {
      int at = hazards.earliest(index);
      if (subject.step(index) instanceof Receive) {
        assertThat(subject.mayStart(index, at, hazards)).as("receive %d at %d", index, at).isTrue();
        assertThat(at == 0 || !subject.mayStart(index, at - 1, hazards))
            .as("receive %d not before %d", index, at)
            .isTrue();
      } else {
        assertThat(at).isEqualTo(index);
      }
      checkSends(subject, hazards, index);
    }
    assertThat(hazards.receives())
        .containsExactlyInAnyOrder(
            IntStream.range(0, subject.program().steps().size())
                .filter(index -> subject.step(index) instanceof Receive)
                .toArray());
  }

  /** What is not waited for here was overwritten, and so waited for, before any early start. */
  private static void checkSends(Case subject, Hazards hazards, int index) {
    var awaited = IntStream.of(hazards.sendsBefore(index)).boxed().toList();
    var needed = subject.sendsBefore(index);
    assertThat(needed).containsAll(awaited);
    for (int send : needed) {
      boolean knownBefore =
          awaited.contains(send)
              || IntStream.range(send, hazards.earliest(index))
                  .anyMatch(
                      i -> IntStream.of(hazards.sendsBefore(i)).anyMatch(sent -> sent == send));
      assertThat(knownBefore).as("step %d overwrites what %d sends", index, send).isTrue();
    }
  }

  @Test
  void random_programs_agree_with_the_definition() {
    forAll(draw -> check(Case.of(randomProgram(draw), randomLayout(draw))));
  }

  private static final int CHUNKS = 4;

  private static Layout randomLayout(Draw draw) {
    return Layout.of(IntStream.range(0, CHUNKS).mapToLong(_ -> draw.between(0, 40)).toArray());
  }

  private static Program randomProgram(Draw draw) {
    var program =
        new ProgramBuilder(Collective.of(Operation.ALL_REDUCE, 4, Cases.SUM), "random", 0);
    int steps = draw.between(1, 60);
    for (int i = 0; i < steps; i++) {
      int peer = draw.oneOf(List.of(1, 2, 3));
      switch (draw.oneOf(List.of(0, 0, 0, 1, 1, 1, 2, 3, 4, 5))) {
        case 0 -> program.send(peer, place(draw));
        case 1 -> program.receive(peer, place(draw));
        case 2 -> program.copy(place(draw), place(draw));
        case 3 -> program.combineInto(place(draw), place(draw));
        case 4 -> program.put(peer, place(draw), place(draw));
        default -> program.signal(peer);
      }
    }
    return program.over(CHUNKS);
  }

  private static Place place(Draw draw) {
    int first = draw.oneOf(List.of(0, 1, 2, 3));
    int end = Math.min(CHUNKS, first + draw.oneOf(List.of(1, 1, 2)));
    return new Place(draw.oneOf(List.of(0, 0, 1, 2, 3)), Chunks.range(first, end));
  }

  @Test
  void every_algorithm_agrees_with_the_definition() {
    for (var operation : Operation.values()) {
      for (int n : new int[] {2, 3, 4, 8}) {
        for (int pieces : new int[] {1, 4}) {
          var collective = new Collective(operation, Topology.oneHost(n), 0, Cases.SUM, pieces);
          for (var algorithm : Algorithms.able(collective)) {
            for (int rank = 0; rank < n; rank++) {
              var program = algorithm.program(collective, rank);
              var layout = Layout.even(101, program.chunkCount());
              check(Case.of(program, layout));
              check(Case.of(OnArrival.of(program).program(), layout));
            }
          }
        }
      }
    }
  }

  @Test
  void a_ring_has_the_next_blocks_under_way_while_it_waits_for_one() {
    var ring = Algorithms.named("ring");
    var run = OnArrival.of(ring.program(Collective.of(Operation.ALL_REDUCE, 6, Cases.SUM), 2));
    var subject = Case.of(run.program(), Layout.even(6000, run.program().chunkCount()));
    var hazards = subject.hazards();
    var receives = new ArrayList<Integer>();
    for (int index = 0; index < run.program().steps().size(); index++) {
      if (subject.step(index) instanceof Receive) {
        int most = run.operators().containsKey(index) ? Hazards.AHEAD_MOST - 1 : 1;
        int ahead = Math.min(receives.size(), most);
        int start = ahead == 0 ? 0 : receives.get(receives.size() - ahead);
        assertThat(hazards.earliest(index)).isLessThanOrEqualTo(start);
        receives.add(index);
      }
    }
    assertThat(receives).hasSize(10);
    assertThat(run.operators()).hasSize(5);
  }

  @Test
  void in_order_nothing_is_started_ahead() {
    var collective = Collective.of(Operation.ALL_REDUCE, 4, Cases.SUM);
    var program = Algorithms.named("ring").program(collective, 0);
    var hazards = Case.of(program, Layout.even(400, 4)).hazards().inOrder();
    assertThat(hazards.receives()).isSorted();
    assertThat(IntStream.of(hazards.receives()))
        .allMatch(index -> hazards.earliest(index) == index);
  }
}
