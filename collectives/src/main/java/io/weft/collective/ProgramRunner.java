package io.weft.collective;

import io.weft.collective.program.Operation;
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
import io.weft.network.Key;
import io.weft.network.Sending;
import io.weft.network.SharedMemory;
import io.weft.tensor.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** Runs one program of one rank on real memory and real links: the reader that does the work. */
final class ProgramRunner {
  private record Pending(Place from, Sending sending) {}

  private final Program program;
  private final Memory memory;
  private final ElementType type;
  private final Channel channel;
  private final IntUnaryOperator worldRank;
  private final Optional<SharedMemory> shared;
  private final Key key;
  private final Deadline deadline;
  private final List<Pending> pending = new ArrayList<>();

  /**
   * Prepares a run.
   *
   * @param worldRank the number that the channel has for a rank of the program's group
   * @param shared memory shared with the ranks of the group, numbered as in the group
   */
  ProgramRunner(
      Program program,
      Memory memory,
      ElementType type,
      Channel channel,
      IntUnaryOperator worldRank,
      Optional<SharedMemory> shared,
      Key key,
      Deadline deadline) {
    this.program = program;
    this.memory = memory;
    this.type = type;
    this.channel = channel;
    this.worldRank = worldRank;
    this.shared = shared;
    this.key = key;
    this.deadline = deadline;
  }

  /** Runs to the end; then the memory is the caller's again. */
  void run() {
    shared.ifPresent(it -> it.lend(key, memory.input(), memory.data()));
    try {
      for (var step : program.steps()) {
        perform(step);
      }
      for (var sent : pending) {
        sent.sending.await(deadline);
      }
    } finally {
      shared.ifPresent(it -> it.takeBack(key));
    }
  }

  private void perform(Step step) {
    switch (step) {
      case Send(var peer, var from) ->
          pending.add(new Pending(from, channel.send(of(peer), memory.segments(from))));
      case Receive(var peer, var to) -> {
        drain(to);
        channel.receive(of(peer), memory.segments(to)).await(deadline);
      }
      case Signal(var peer) -> channel.signal(of(peer));
      case Wait(var peer) -> channel.awaitSignal(of(peer), deadline);
      case Put(var peer, var from, var to) -> move(memory, from, lent(peer), to);
      case Get(var peer, var from, var to) -> {
        drain(to);
        move(lent(peer), from, memory, to);
      }
      case Copy(var from, var to) -> {
        drain(to);
        move(memory, from, memory, to);
      }
      case Combine(var operator, var sources, var to) -> {
        drain(to);
        combine(operator, sources, to);
      }
    }
  }

  private int of(int peer) {
    return worldRank.applyAsInt(peer);
  }

  /** Waits until nothing that is about to be overwritten is still being sent. */
  private void drain(Place written) {
    for (var iterator = pending.iterator(); iterator.hasNext(); ) {
      var sent = iterator.next();
      if (sent.from.overlaps(written)) {
        sent.sending.await(deadline);
        iterator.remove();
      }
    }
  }

  private void combine(Operator operator, List<Place> sources, Place to) {
    var places = new ArrayList<>(sources);
    places.add(to);
    for (var row : Memory.rows(Collections.nCopies(places.size(), memory), places)) {
      var parts = Arrays.copyOf(row, sources.size());
      operator.combine(type, row[sources.size()], parts);
    }
  }

  private static void move(Memory source, Place from, Memory target, Place to) {
    for (MemorySegment[] row : Memory.rows(List.of(source, target), List.of(from, to))) {
      row[1].copyFrom(row[0]);
    }
  }

  /** A peer's memory, which its caller may have handed over from another chunk on. */
  private Memory lent(int peer) {
    var segments =
        shared
            .orElseThrow(() -> new AssertionError("a program with put or get, and no memory"))
            .borrow(peer, key);
    return new Memory(
        memory.layout(),
        memory.byteWidth(),
        segments[0],
        segments[1],
        firstChunk(program, peer),
        memory.plan(),
        MemorySegment.NULL);
  }

  /** The chunk at which the data of a rank begins: its own block where it has no other. */
  static int firstChunk(Program program, int rank) {
    var collective = program.collective();
    boolean ownBlockOnly =
        (collective.operation() == Operation.GATHER || collective.operation() == Operation.SCATTER)
            && rank != collective.root();
    return ownBlockOnly ? program.block(rank).get(0) : 0;
  }
}
