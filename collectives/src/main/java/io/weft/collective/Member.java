package io.weft.collective;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Choice;
import io.weft.collective.algorithm.Direct;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Operator;
import io.weft.collective.program.Program;
import io.weft.collective.program.Topology;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.SharedMemory;
import io.weft.network.Ticket;
import io.weft.network.Transport;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One rank's part in a group: chooses programs, remembers them, and runs them one after the other.
 * For one thread.
 */
final class Member implements AutoCloseable {
  /** Prepared programs that are remembered; a training job needs one per bucket and phase. */
  private static final int PREPARED_MOST = 512;

  /**
   * What a call asks for.
   *
   * @param blocks the length of each rank's block, or one length where there are no blocks
   */
  record Call(Operation operation, int root, Operator operator, List<Long> blocks) {}

  private record PlanKey(Call call, Optional<Algorithm> algorithm, int byteWidth) {}

  private record ChoiceKey(
      Operation operation, Optional<Algorithm> algorithm, long count, int byteWidth) {}

  private record Prepared(Program program, Layout layout, ScratchPlan scratch) {}

  private final Transport transport;
  private final Options options;
  private final List<Integer> members;
  private final Topology topology;
  private final int rank;
  private final long group;
  private final Scratch scratch = new Scratch();
  private final Map<ChoiceKey, Choice.Offer> choices = new HashMap<>();
  private final Map<List<Integer>, Integer> groupsMade = new HashMap<>();
  private final Map<PlanKey, Prepared> prepared =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PlanKey, Prepared> eldest) {
          return size() > PREPARED_MOST;
        }
      };
  private long sequence;
  private boolean closed;

  Member(Transport transport, Options options, List<Integer> members, long group) {
    this.transport = transport;
    this.options = options;
    this.members = List.copyOf(members);
    this.topology = options.topology().among(members);
    this.rank = members.indexOf(transport.rank());
    this.group = group;
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return members.size();
  }

  /** What a call would use. */
  Algorithm algorithm(
      Operation operation, Optional<Algorithm> fixed, ElementType type, long count) {
    var collective = new Collective(operation, topology, 0, new Elementwise(Reduction.SUM), 1);
    return choose(collective, fixed, count, type.byteCount()).algorithm();
  }

  /** The same rank in a smaller group; members that call it in the same order agree on its name. */
  Member subgroup(List<Integer> ranks) {
    checkOpen();
    var worldRanks = ranks.stream().map(members::get).toList();
    int ordinal = groupsMade.merge(worldRanks, 1, Integer::sum);
    long name = 31 * (31 * (group + 1) + ordinal);
    for (int member : worldRanks) {
      name = (name ^ member) * 0x9E3779B97F4A7C15L;
      name ^= name >>> 29;
    }
    return new Member(transport, options, worldRanks, name);
  }

  /** Runs one collective to its end. */
  void run(Call call, Optional<Algorithm> algorithm, Tensor input, Tensor data) {
    checkOpen();
    var ready = prepare(call, algorithm, data.type().byteCount());
    var memory =
        new Memory(
            ready.layout,
            data.type().byteCount(),
            input.segment(),
            data.segment(),
            ProgramRunner.firstChunk(ready.program, rank),
            ready.scratch,
            scratch.atLeast(ready.scratch.byteCount()));
    var key = new Key(group, sequence++);
    var ticket =
        new Ticket(key, 0, members, 0, () -> describe(ready.program, key, data.byteCount()));
    var deadline = Deadline.after(options.timeout(), ticket.description(), System::nanoTime);
    try (var channel = transport.open(ticket)) {
      new ProgramRunner(
              ready.program,
              memory,
              data.type(),
              channel,
              members::get,
              transport.sharedMemory().map(this::renumbered),
              key,
              deadline)
          .run();
    }
  }

  private static String describe(Program program, Key key, long byteCount) {
    return "%s #%d (%s, %d bytes)"
        .formatted(
            program.collective().operation().label(), key.number(), program.algorithm(), byteCount);
  }

  private Prepared prepare(Call call, Optional<Algorithm> algorithm, int byteWidth) {
    var key = new PlanKey(call, algorithm, byteWidth);
    var known = prepared.get(key);
    if (known == null) {
      known = plan(call, algorithm, byteWidth);
      prepared.put(key, known);
    }
    return known;
  }

  private Prepared plan(Call call, Optional<Algorithm> fixed, int byteWidth) {
    var collective = new Collective(call.operation, topology, call.root, call.operator, 1);
    long[] blocks = call.blocks.stream().mapToLong(Long::longValue).toArray();
    var offer = choose(collective, fixed, Arrays.stream(blocks).sum(), byteWidth);
    var program =
        offer.algorithm().program(collective.withPieces(offer.collective().pieces()), rank);
    var layout =
        call.operation.blocked()
            ? Layout.blocks(blocks, program.chunkCount())
            : Layout.even(blocks[0], program.chunkCount());
    return new Prepared(program, layout, new ScratchPlan(program, layout, byteWidth));
  }

  /** The cheapest algorithm, or the cheapest form of the one that is asked for. */
  private Choice.Offer choose(
      Collective collective, Optional<Algorithm> fixed, long count, int byteWidth) {
    fixed
        .flatMap(algorithm -> algorithm.refusal(collective))
        .ifPresent(
            refusal -> {
              throw new IllegalArgumentException(refusal);
            });
    // Prices change slowly with size, so sizes are taken together up to the next power of two.
    long size = count <= 1 ? count : Long.highestOneBit(count - 1) << 1;
    return choices.computeIfAbsent(
        new ChoiceKey(collective.operation(), fixed, size, byteWidth),
        _ -> offers(fixed.map(List::of).orElseGet(this::candidates), collective, size, byteWidth));
  }

  private Choice.Offer offers(
      List<Algorithm> candidates, Collective collective, long count, int byteWidth) {
    return Choice.among(candidates, collective, count, byteWidth, options.costs()).getFirst();
  }

  private List<Algorithm> candidates() {
    return Algorithms.all().stream()
        .filter(it -> transport.sharedMemory().isPresent() || !(it instanceof Direct))
        .toList();
  }

  private SharedMemory renumbered(SharedMemory world) {
    return new SharedMemory() {
      @Override
      public void lend(Key key, MemorySegment... memory) {
        world.lend(key, memory);
      }

      @Override
      public MemorySegment[] borrow(int peer, Key key) {
        return world.borrow(members.get(peer), key);
      }

      @Override
      public void takeBack(Key key) {
        world.takeBack(key);
      }
    };
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("this communicator is closed: open a new one");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      scratch.close();
    }
  }
}
