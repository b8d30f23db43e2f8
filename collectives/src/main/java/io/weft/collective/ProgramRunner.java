package io.weft.collective;

import io.weft.collective.program.Layout;
import io.weft.collective.program.Operator;
import io.weft.collective.program.Place;
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
import io.weft.network.Channel;
import io.weft.network.Deadline;
import io.weft.network.Intake;
import io.weft.network.Key;
import io.weft.network.Receiving;
import io.weft.network.Sending;
import io.weft.network.SharedMemory;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs one program of one rank on real memory and real links: the reader that does the work. */
final class ProgramRunner {
  private final Plan plan;
  private final Program program;
  private final Hazards hazards;
  private final Buffers buffers;
  private final ElementType type;
  private final Channel channel;
  private final IntUnaryOperator worldRank;
  private final Optional<SharedMemory> shared;
  private final Key key;
  private final Deadline deadline;

  /** The caller's memory, as far as the portion goes that is being dealt with. */
  private Memory memory;

  private @Nullable Reach reach;

  /** By step: the messages that have been started. */
  private final @Nullable Sending[] sendings;

  /** By step: the receives that have been started. */
  private final @Nullable Receiving[] receivings;

  /** Receives that may be started as soon as what is sent from their memory has been taken. */
  private final List<Integer> held = new ArrayList<>();

  /** How many receives have been started or held. */
  private int reached;

  /** How many bytes were moved from and to the memory of other ranks. */
  private long moved;

  /** Those of them that were read there. */
  private long loaded;

  /**
   * Prepares a run.
   *
   * @param worldRank the number that the channel has for a rank of the program's group
   * @param shared memory shared with the ranks of the group, numbered as in the group
   */
  ProgramRunner(
      Plan plan,
      Buffers buffers,
      Channel channel,
      IntUnaryOperator worldRank,
      Optional<SharedMemory> shared,
      Key key,
      Deadline deadline) {
    this.plan = plan;
    this.program = plan.program();
    this.hazards = plan.hazards();
    this.sendings = new Sending[program.steps().size()];
    this.receivings = new Receiving[program.steps().size()];
    this.buffers = buffers;
    this.type = plan.call().type();
    this.memory = memory(plan.portions().getFirst());
    this.channel = channel;
    this.worldRank = worldRank;
    this.shared = shared;
    this.key = key;
    this.deadline = deadline;
  }

  private Memory memory(Layout portion) {
    return new Memory(
        portion,
        type.byteCount(),
        buffers.input(),
        buffers.data(),
        plan.firstElement(program.rank()),
        plan.scratch(),
        buffers.scratch());
  }

  /** Runs to the end; then the memory is the caller's again. */
  void run() {
    if (!plan.oneSided()) {
      runSteps();
      return;
    }
    var memories = shared.orElseThrow(() -> new AssertionError("put or get, and no memory"));
    try (var opened = Reach.open(plan, buffers, memories, key)) {
      reach = opened;
      for (var portion : plan.portions()) {
        memory = memory(portion);
        opened.begin(portion, memory);
        runSteps();
        opened.end(memory);
      }
    }
    memories.moved(key, moved, loaded);
  }

  private void runSteps() {
    reached = 0;
    Arrays.fill(sendings, null);
    Arrays.fill(receivings, null);
    for (int index = 0; index < program.steps().size(); index++) {
      startReceives(index);
      perform(index, program.steps().get(index));
    }
    for (var sending : sendings) {
      if (sending != null) {
        sending.await(deadline);
      }
    }
  }

  /** Starts what may be started before a step. */
  private void startReceives(int index) {
    var receives = hazards.receives();
    while (reached < receives.length && hazards.earliest(receives[reached]) <= index) {
      held.add(receives[reached++]);
    }
    for (var iterator = held.iterator(); iterator.hasNext(); ) {
      int receive = iterator.next();
      if (isFree(receive) && !overtakes(receive)) {
        start(receive);
        iterator.remove();
      }
    }
  }

  private boolean isFree(int receive) {
    for (int send : hazards.sendsBefore(receive)) {
      var sending = sendings[send];
      if (sending != null && !sending.isTaken()) {
        return false;
      }
    }
    return true;
  }

  /** Whether an earlier receive from the same peer is still held. */
  private boolean overtakes(int receive) {
    for (int other : held) {
      if (other < receive && peer(other) == peer(receive)) {
        return true;
      }
    }
    return false;
  }

  private int peer(int receive) {
    return ((Receive) program.steps().get(receive)).peer();
  }

  private Receiving start(int index) {
    var step = (Receive) program.steps().get(index);
    var receiving = channel.receive(of(step.peer()), intake(index), memory.segments(step.to()));
    receivings[index] = receiving;
    return receiving;
  }

  private Intake intake(int receive) {
    var operator = plan.operators().get(receive);
    return operator == null
        ? Intake.STORE
        : (place, came) -> operator.combine(type, place, new MemorySegment[] {place, came});
  }

  private void perform(int index, Step step) {
    switch (step) {
      case Send(var peer, var from) ->
          sendings[index] = channel.send(of(peer), memory.segments(from));
      case Receive _ -> receive(index);
      case Signal(var peer) -> channel.signal(of(peer));
      case Wait(var peer) -> channel.awaitSignal(of(peer), deadline);
      case Put(var peer, var from, var to) -> {
        if (!plan.fusion().skips(index)) {
          moved += move(memory, from, lent(peer), to);
        }
      }
      case Get(var peer, var from, var to) -> {
        if (!plan.fusion().skips(index)) {
          drain(index);
          long got = move(lent(peer), from, memory, to);
          moved += got;
          loaded += got;
        }
      }
      case Copy(var from, var to) -> {
        drain(index);
        move(memory, from, memory, to);
      }
      case Combine(var operator, var sources, var to) -> {
        drain(index);
        combine(index, operator, sources, to);
      }
    }
  }

  private void receive(int index) {
    var receiving = receivings[index];
    if (receiving == null) {
      drain(index);
      held.remove(Integer.valueOf(index));
      receiving = start(index);
    }
    receiving.await(deadline);
  }

  private int of(int peer) {
    return worldRank.applyAsInt(peer);
  }

  /** Waits until nothing that is about to be overwritten is still being sent. */
  private void drain(int index) {
    for (int send : hazards.sendsBefore(index)) {
      var sending = sendings[send];
      if (sending != null) {
        sending.await(deadline);
      }
    }
  }

  private void combine(int index, Operator operator, List<Place> sources, Place to) {
    var memories = new ArrayList<Memory>();
    var places = new ArrayList<Place>();
    int elsewhere = 0;
    for (var source : sources) {
      var origin = plan.fusion().origin(index, source);
      elsewhere += origin == null ? 0 : 1;
      memories.add(origin == null ? memory : lent(origin.peer()));
      places.add(origin == null ? source : origin.from());
    }
    memories.add(memory);
    places.add(to);
    var stores = plan.fusion().stores(index);
    for (var store : stores) {
      memories.add(lent(store.peer()));
      places.add(store.to());
    }
    for (var row : Memory.rows(memories, places)) {
      combine(operator, row, sources.size());
      moved += (elsewhere + stores.size()) * row[0].byteSize();
      loaded += elsewhere * row[0].byteSize();
    }
  }

  /**
   * Combines the first of a row into the one that follows them, and copies the result to the rest:
   * a part at a time, so that it is still in a cache when it is copied. Where the rest are the
   * first, as in an all-reduce, it comes to all of them in one go.
   */
  private void combine(Operator operator, MemorySegment[] row, int sources) {
    if (isInPlace(row, sources)) {
      operator.combineInAll(type, Arrays.copyOf(row, sources));
      return;
    }
    long byteCount = row[sources].byteSize();
    long block = row.length == sources + 1 ? byteCount : Kernels.CACHED_BYTES;
    for (long start = 0; start < byteCount; start += block) {
      long length = Math.min(block, byteCount - start);
      var parts = new MemorySegment[sources];
      for (int i = 0; i < sources; i++) {
        parts[i] = row[i].asSlice(start, length);
      }
      var result = row[sources].asSlice(start, length);
      operator.combine(type, result, parts);
      for (int i = sources + 1; i < row.length; i++) {
        MemorySegment.copy(result, 0, row[i], start, length);
      }
    }
  }

  /** Whether the first of a row and the rest are the same memory, in whatever order. */
  private static boolean isInPlace(MemorySegment[] row, int sources) {
    return row.length == 2 * sources
        && Arrays.stream(row, sources, row.length)
            .allMatch(target -> Arrays.asList(row).subList(0, sources).contains(target));
  }

  /** Copies from one place to another and says how many bytes that were. */
  static long move(Memory source, Place from, Memory target, Place to) {
    long bytes = 0;
    for (MemorySegment[] row : Memory.rows(List.of(source, target), List.of(from, to))) {
      row[1].copyFrom(row[0]);
      bytes += row[0].byteSize();
    }
    return bytes;
  }

  private Memory lent(int peer) {
    if (reach == null) {
      throw new AssertionError("put or get in a plan that has none");
    }
    return reach.of(peer);
  }
}
