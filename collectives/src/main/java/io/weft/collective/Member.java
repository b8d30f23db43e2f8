package io.weft.collective;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.SharedMemory;
import io.weft.network.Ticket;
import io.weft.network.Traffic;
import io.weft.network.Transport;
import io.weft.recorder.Entry;
import io.weft.recorder.Recorder;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One rank's part in a group: runs plans, one after the other on each {@link Strand}. */
final class Member implements AutoCloseable {
  /** The group of all ranks that a transport begins with. */
  static final long EVERYBODY = 0;

  private static final long ALIGNMENT = 64;

  private enum State {
    OPEN,
    /** What has been started goes on; nothing new begins. */
    CLOSING,
    CLOSED
  }

  private final Transport transport;
  private final Options options;
  private final Recorder recorder;
  private final List<Integer> members;
  private final int rank;
  private final long group;

  /** Memory that all members share, or none. */
  private final Optional<SharedMemory> shared;

  private final Planner planner;
  private final ScratchPool scratches = new ScratchPool();
  private final InFlight inFlight;
  private final Strand plainCalls = Strand.plain(scratches.take());
  private final Map<List<Integer>, Integer> groupsMade = new HashMap<>();
  private final Map<Integer, Integer> groupsWithPeer = new HashMap<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile State state = State.OPEN;

  Member(
      Transport transport, Options options, Recorder recorder, List<Integer> members, long group) {
    this.transport = transport;
    this.options = options;
    this.recorder = recorder;
    this.members = List.copyOf(members);
    this.rank = members.indexOf(transport.rank());
    this.group = group;
    this.shared = transport.sharedMemory().filter(this::joinsAll);
    this.planner = new Planner(this.members, rank, options, shared, group == EVERYBODY);
    this.inFlight = new InFlight("rank-" + transport.rank(), options.timeout());
  }

  private boolean joinsAll(SharedMemory memory) {
    return members.stream()
        .allMatch(member -> member == transport.rank() || memory.isSharedWith(member));
  }

  void giveUp(String why) {
    transport.giveUp(why);
  }

  long wireBytes() {
    return transport.wireBytes();
  }

  int rank() {
    return rank;
  }

  Traffic traffic() {
    return transport.traffic();
  }

  Topology topology() {
    return options.topology().among(members);
  }

  int ranks() {
    return members.size();
  }

  Strand plainCalls() {
    return plainCalls;
  }

  int scratchCount() {
    return scratches.size();
  }

  /** What a call would use. */
  Algorithm algorithm(
      Operation operation, Optional<Algorithm> fixed, ElementType type, long count) {
    return planner.algorithm(operation, fixed, type, count);
  }

  /** The same rank in a smaller group; members that call it in the same order agree on its name. */
  Member subgroup(List<Integer> ranks) {
    checkUsable(plainCalls);
    var worldRanks = ranks.stream().map(members::get).toList();
    int ordinal = groupsMade.merge(worldRanks, 1, Integer::sum);
    compareWithPeers(worldRanks);
    long name = new Fingerprint().add(group).add(ordinal).add(worldRanks).value();
    return new Member(transport, options, recorder, worldRanks, name);
  }

  /**
   * Every two members compare the groups that both are in, one after the other: a rank that has
   * other members in mind comes to no operation of the others, so operations cannot tell.
   */
  private void compareWithPeers(List<Integer> worldRanks) {
    long fingerprint = new Fingerprint().add(worldRanks).value();
    var keys = new LinkedHashMap<Integer, Key>();
    for (int peer : worldRanks) {
      if (peer != transport.rank()) {
        keys.put(peer, nextGroupWith(peer));
      }
    }
    keys.forEach(
        (peer, key) -> {
          var pair = List.of(transport.rank(), peer);
          Supplier<String> words = () -> "a group of " + Plan.ranks(worldRanks);
          var ticket = new Ticket(key, fingerprint, pair, 0, words, keys);
          recorded(ticket, () -> transport.open(ticket).close());
        });
  }

  private Key nextGroupWith(int peer) {
    int self = transport.rank();
    var pair = List.of(Math.min(self, peer), Math.max(self, peer));
    int ordinal = groupsWithPeer.merge(peer, 1, Integer::sum);
    return new Key(new Fingerprint().add("pair").add(group).add(pair).value(), ordinal);
  }

  /** Starts operations that are matched by key. */
  Pending start(OperationKey key, int priority, Consumer<Strand> body) {
    checkUsable(plainCalls);
    return inFlight.start(
        key,
        () -> {
          var scratch = scratches.take();
          try (var strand = Strand.keyed(key, priority, scratch)) {
            body.accept(strand);
          } finally {
            scratches.giveBack(scratch);
          }
        });
  }

  /** Memory that peers reach in place, where there is such a thing and enough of it. */
  MemorySegment allocate(long byteCount) {
    return transport
        .sharedMemory()
        .filter(_ -> byteCount > 0)
        .flatMap(shared -> shared.allocate(byteCount))
        .orElseGet(() -> Arena.ofAuto().allocate(byteCount, ALIGNMENT));
  }

  /** Runs one collective to its end. */
  void run(Strand strand, Call call, Optional<Algorithm> algorithm, Tensor input, Tensor data) {
    checkUsable(strand);
    var plan = planner.plan(call, algorithm, !strand.isKeyed());
    long number = strand.next();
    var key = new Key(group, number);
    var ticket =
        new Ticket(key, plan.fingerprint(), members, strand.priority(), () -> plan.words(number));
    if (plan.shown()) {
      showAndCombine(plan, data.segment(), ticket);
      return;
    }
    var buffers =
        new Buffers(
            input.segment(),
            data.segment(),
            strand.scratch().atLeast(plan.scratch().byteCount()),
            strand.scratch().staging());
    recorded(ticket, () -> run(plan, buffers, ticket));
  }

  /** Runs one swap of pairs to its end. */
  void swap(Strand strand, Swap swap, Tensor sent, Tensor received) {
    checkUsable(strand);
    long number = strand.next();
    var key = new Key(group, number);
    var ticket =
        new Ticket(key, swap.fingerprint(), members, strand.priority(), () -> swap.words(number));
    recorded(ticket, () -> swap(swap.partners().get(rank), sent, received, ticket));
  }

  private void swap(int partner, Tensor sent, Tensor received, Ticket ticket) {
    var deadline = Deadline.after(options.timeout(), ticket.description(), System::nanoTime);
    try (var channel = transport.open(ticket)) {
      if (partner != rank) {
        var receiving = channel.receive(members.get(partner), received.segment());
        var sending = channel.send(members.get(partner), sent.segment());
        receiving.await(deadline);
        sending.await(deadline);
      }
    }
  }

  private void run(Plan plan, Buffers buffers, Ticket ticket) {
    var deadline = Deadline.after(options.timeout(), ticket.description(), System::nanoTime);
    try (var channel = transport.open(ticket)) {
      new ProgramRunner(
              plan,
              buffers,
              channel,
              members::get,
              shared.map(this::renumbered),
              ticket.key(),
              deadline)
          .run();
    }
  }

  /** Most of its time is that of other cores, so clocks are read while nothing else can be done. */
  private void showAndCombine(Plan plan, MemorySegment data, Ticket ticket) {
    var memory = shared.orElseThrow();
    var entry = recorder.enter(ticket);
    try {
      var shown = memory.show(ticket, data, options.timeout(), () -> recorder.begun(entry));
      plan.program().collective().operator().combine(plan.call().type(), data, shown);
      long seen = (shown.length - 1) * data.byteSize();
      memory.moved(ticket.key(), seen, seen);
      recorder.doneAtOnce(entry);
    } catch (RuntimeException | Error e) {
      fail(entry, e);
      throw e;
    }
  }

  private void recorded(Ticket ticket, Runnable action) {
    var entry = recorder.begin(ticket);
    try {
      action.run();
      recorder.done(entry);
    } catch (RuntimeException | Error e) {
      fail(entry, e);
      throw e;
    }
  }

  /** Once something has failed half-way, ranks may have stopped at different places. */
  private void fail(Entry entry, Throwable failed) {
    failure.compareAndSet(null, failed);
    recorder.failed(entry, failed);
  }

  private SharedMemory renumbered(SharedMemory world) {
    return new SharedMemory() {
      @Override
      public boolean isSharedWith(int member) {
        return world.isSharedWith(members.get(member));
      }

      @Override
      public Optional<MemorySegment> allocate(long byteCount) {
        return world.allocate(byteCount);
      }

      @Override
      public Optional<MemorySegment> allocateCopy(long byteCount) {
        return world.allocateCopy(byteCount);
      }

      @Override
      public boolean reaches(MemorySegment memory) {
        return world.reaches(memory);
      }

      @Override
      public long portionBytes() {
        return world.portionBytes();
      }

      @Override
      public void lend(Key key, Loan loan) {
        world.lend(key, loan);
      }

      @Override
      public Loan borrow(int peer, Key key) {
        return world.borrow(members.get(peer), key);
      }

      @Override
      public void takeBack(Key key) {
        world.takeBack(key);
      }

      @Override
      public long shownBytesMost() {
        return world.shownBytesMost();
      }

      @Override
      public MemorySegment[] show(
          Ticket ticket, MemorySegment own, Duration timeout, Runnable meanwhile) {
        return world.show(ticket, own, timeout, meanwhile);
      }

      @Override
      public void moved(Key key, long byteCount, long ofThemLoaded) {
        world.moved(key, byteCount, ofThemLoaded);
      }
    };
  }

  private void checkUsable(Strand strand) {
    var first = failure.get();
    if (first != null) {
      throw onceMore(first);
    }
    strand.checkRunning();
    if (state == State.CLOSED || (state == State.CLOSING && !strand.isKeyed())) {
      throw new IllegalStateException("this communicator is closed: open a new one");
    }
  }

  /**
   * The first failure wins: whichever thread comes next, and whoever looks at what it throws, hears
   * of the same fault of the world. It is another exception, as one cannot suppress itself.
   */
  private static RuntimeException onceMore(Throwable first) {
    return switch (first) {
      case PeerLostException lost -> new PeerLostException(lost);
      case PeerSlowException slow -> new PeerSlowException(slow);
      case MismatchException mismatch -> new MismatchException(mismatch);
      default ->
          new IllegalStateException(
              "this communicator cannot be used any more, close it: " + first.getMessage(), first);
    };
  }

  @Override
  public void close() {
    if (state != State.OPEN) {
      return;
    }
    state = State.CLOSING;
    boolean ended = inFlight.end();
    state = State.CLOSED;
    if (!ended) {
      throw new IllegalStateException(
          "a started operation of rank %d does not end: see what its body does besides operations"
              .formatted(rank));
    }
    scratches.close();
  }
}
