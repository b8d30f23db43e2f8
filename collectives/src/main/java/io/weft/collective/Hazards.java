package io.weft.collective;

import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What the steps of one program may not overtake in their rank's memory, found once when a program
 * is prepared.
 *
 * <p>A step that writes waits for the messages that are still sent from there. A receive may be
 * started ahead of its place in the program, so that the network knows early where a message is to
 * go: after the last step that reads or writes its memory, after the receives from the same peer
 * that precede it, and after every step that has to do with shared memory. Between its start and
 * its place no step touches its memory, and since starting waits for nothing, what the {@link
 * io.weft.collective.program.Walk} of a program says about deadlock stays true.
 */
final class Hazards {
  /** How many receives from one peer are under way at most: enough to keep a link busy. */
  static final int AHEAD_MOST = 4;

  private final int[][] sends;
  private final int[] earliest;
  private final int[] receives;

  private Hazards(int[][] sends, int[] earliest, int[] receives) {
    this.sends = sends;
    this.earliest = earliest;
    this.receives = receives;
  }

  static Hazards of(Program program, Cells cells) {
    return new Analysis(program.steps(), cells).result();
  }

  /**
   * The same with every receive in its place, as it must be where peers reach into this rank's
   * memory: only messages and signals say when they do.
   */
  Hazards inOrder() {
    var places = IntStream.range(0, earliest.length).toArray();
    return new Hazards(sends, places, Arrays.stream(receives).sorted().toArray());
  }

  /** The sends whose messages must be taken before a step writes. */
  int[] sendsBefore(int step) {
    return sends[step];
  }

  /** The step before which a receive may be started, if the sends before it have been taken. */
  int earliest(int receive) {
    return earliest[receive];
  }

  /** All receives in the order in which they may be started. */
  int[] receives() {
    return receives;
  }

  private static final class Analysis {
    private final List<Step> steps;
    private final Cells cells;
    private final int[][] sends;
    private final int[] earliest;

    /** By cell: one past the last step that touched it. */
    private final int[] touched;

    /** By cell: the sends that may still be reading it. */
    private final Map<Integer, Set<Integer>> sending = new HashMap<>();

    private final Map<Integer, List<Integer>> receivesByPeer = new HashMap<>();
    private int barrier;

    Analysis(List<Step> steps, Cells cells) {
      this.steps = steps;
      this.cells = cells;
      this.sends = new int[steps.size()][];
      this.earliest = new int[steps.size()];
      this.touched = new int[cells.count()];
    }

    Hazards result() {
      for (int index = 0; index < steps.size(); index++) {
        visit(index, steps.get(index));
      }
      var receives =
          IntStream.range(0, steps.size())
              .filter(index -> steps.get(index) instanceof Receive)
              .boxed()
              .sorted(Comparator.<Integer>comparingInt(index -> earliest[index]))
              .mapToInt(Integer::intValue)
              .toArray();
      return new Hazards(sends, earliest, receives);
    }

    private void visit(int index, Step step) {
      var access = Access.of(step);
      sends[index] =
          access.writes().stream().flatMapToInt(place -> drained(cells.of(place))).toArray();
      earliest[index] = index;
      switch (step) {
        case Receive receive -> receive(index, receive);
        case Send(_, var from) -> {
          for (int cell : cells.of(from)) {
            sending.computeIfAbsent(cell, _ -> new LinkedHashSet<>()).add(index);
          }
        }
        case Put _, Get _, Signal _, Wait _ -> barrier = index + 1;
        case Copy _, Combine _ -> {}
      }
      for (var place : access.all()) {
        for (int cell : cells.of(place)) {
          touched[cell] = index + 1;
        }
      }
    }

    /** The sends that read the cells, which are about to be written. */
    private IntStream drained(int[] written) {
      var found = new LinkedHashSet<Integer>();
      for (int cell : written) {
        found.addAll(sending.getOrDefault(cell, Set.of()));
        sending.remove(cell);
      }
      return found.stream().mapToInt(Integer::intValue);
    }

    private void receive(int index, Receive step) {
      var before = receivesByPeer.computeIfAbsent(step.peer(), _ -> new ArrayList<>());
      int start = barrier;
      for (int cell : cells.of(step.to())) {
        start = Math.max(start, touched[cell]);
      }
      if (!before.isEmpty()) {
        start = Math.max(start, earliest[before.getLast()]);
      }
      if (before.size() >= AHEAD_MOST) {
        start = Math.max(start, before.get(before.size() - AHEAD_MOST) + 1);
      }
      earliest[index] = start;
      before.add(index);
    }
  }
}
