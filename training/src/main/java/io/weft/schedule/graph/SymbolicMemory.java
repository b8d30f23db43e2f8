package io.weft.schedule.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a rank during a proof: what each cell holds, and who touched it. Every access is
 * checked against the accesses it conflicts with: they must come before it in every order that the
 * dependencies allow.
 */
final class SymbolicMemory {
  /** One access of the outcome: who found or left what where. */
  private record Access(int round, Task task, Cell cell, boolean writes, Content content) {}

  private static final class State {
    Content content;
    @Nullable Instance writer;
    final List<Instance> readers = new ArrayList<>();

    State(Content content) {
      this.content = content;
    }
  }

  private final Map<Cell, State> states = new HashMap<>();
  private final List<Object> accesses = new ArrayList<>();
  private final List<BitSet> before = new ArrayList<>();

  /** Begins a task; all that it waits for has begun earlier. */
  void begin(Instance instance) {
    var known = new BitSet();
    for (int predecessor : instance.predecessors()) {
      known.or(before.get(predecessor));
    }
    known.set(instance.index());
    before.add(known);
  }

  Content read(Instance instance, Cell cell) {
    var state = state(cell);
    checkOrdered(instance, state.writer, cell);
    state.readers.add(instance);
    accesses.add(new Access(instance.round(), instance.task(), cell, false, state.content));
    return state.content;
  }

  void write(Instance instance, Cell cell, Content content) {
    var state = state(cell);
    checkOrdered(instance, state.writer, cell);
    state.readers.forEach(reader -> checkOrdered(instance, reader, cell));
    checkUsed(state, cell);
    state.readers.clear();
    state.writer = instance;
    state.content = content;
    accesses.add(new Access(instance.round(), instance.task(), cell, true, content));
  }

  private void checkOrdered(Instance instance, @Nullable Instance earlier, Cell cell) {
    if (earlier != null && !before.get(instance.index()).get(earlier.index())) {
      throw new Refuted(
          "%s and %s both touch %s, and nothing orders them".formatted(earlier, instance, cell));
    }
  }

  /** What came over the link is not overwritten before somebody has used it. */
  private static void checkUsed(State state, Cell cell) {
    if (state.writer != null
        && state.writer.task() instanceof Task.Transfer
        && !(state.content instanceof Content.Nothing)
        && state.readers.isEmpty()) {
      throw new Refuted("%s brings %s, and nobody uses them".formatted(state.writer, cell));
    }
  }

  private State state(Cell cell) {
    return states.computeIfAbsent(cell, _ -> new State(initial(cell)));
  }

  /** Replicas begin with the same parameters and with cleared gradients. */
  private static Content initial(Cell cell) {
    return switch (cell) {
      case Cell.Parameters _ -> new Content.Parameters(0, 0);
      case Cell.Gradients _ -> Content.Gradients.CLEARED;
      case Cell.Activations _, Cell.Errors _, Cell.Agreement _ -> new Content.Nothing();
    };
  }

  /** What a cell holds when all is done. */
  Content end(Cell cell) {
    return state(cell).content;
  }

  Map<Cell, Content> snapshot() {
    var contents = new HashMap<Cell, Content>();
    states.forEach((cell, state) -> contents.put(cell, state.content));
    return contents;
  }

  Set<Object> accesses() {
    return new HashSet<>(accesses);
  }
}
