package io.weft.collective.program;

import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Walks the programs of all ranks at once, the rank with the earliest clock first, and tells a
 * {@link Reader} what happens. This is the one place that says what the steps of {@link Step} mean
 * for order and matching; what they mean for values or for time is the reader's business.
 *
 * <p>Links have no capacity of their own: a message stays in its sender's memory until the receiver
 * takes it. A walk that ends is therefore free of deadlock with any capacity, one chunk per pair
 * included. Programs are deterministic (each waits for one named peer at a time), so whatever
 * values and deadlocks one walk finds, every interleaving finds.
 *
 * @param <M> what the reader attaches to a message or signal under way
 */
public final class Walk<M> {
  /** What a walk means for values or time. The rank of each call is the one that takes the step. */
  public interface Reader<M> {
    M sent(int rank, Send step);

    void received(int rank, Receive step, M message);

    /** The rank has learnt that its own message was taken. */
    void drained(int rank, M message);

    M signalled(int rank, Signal step);

    void awaited(int rank, Wait step, M signal);

    /** A put, get, copy or combine. */
    void performed(int rank, Step step);

    /** The clock of a rank, which never goes back. */
    double now(int rank);

    /** Whether what was sent is there already; a rank waits for a message that is not. */
    default boolean isThere(M message) {
      return true;
    }

    /**
     * A time before which nothing happens to what is under way; infinite where all is known when it
     * is sent.
     */
    default double nextEvent() {
      return Double.POSITIVE_INFINITY;
    }

    /** Lets it happen, and returns the rank that may have waited for it; negative if nobody has. */
    default int proceed() {
      throw new AssertionError("nothing is under way");
    }
  }

  private static final class Message<M> {
    final Send step;
    final M content;
    boolean taken;
    boolean drained;

    Message(Send step, M content) {
      this.step = step;
      this.content = content;
    }
  }

  /** A message that reads a chunk, and the next one that does. */
  private static final class Reading<M> {
    final Message<M> message;
    @Nullable Reading<M> next;

    Reading(Message<M> message) {
      this.message = message;
    }
  }

  private record Turn(double clock, int rank) implements Comparable<Turn> {
    @Override
    public int compareTo(Turn other) {
      int byClock = Double.compare(clock, other.clock);
      return byClock != 0 ? byClock : Integer.compare(rank, other.rank);
    }
  }

  private final List<List<Step>> steps;
  private final int ranks;
  private final Reader<M> reader;
  private final int[] position;
  private final boolean[] waiting;

  /** Per rank: the messages that still read a chunk of a bank, oldest first. */
  private final List<ChunkTable<Reading<M>>> undrained = new ArrayList<>();

  /** By pair of ranks: what the first sent and the second has not taken, oldest first. */
  private final LongTable<ArrayDeque<Message<M>>> messages = new LongTable<>();

  private final LongTable<ArrayDeque<M>> signals = new LongTable<>();
  private final PriorityQueue<Turn> turns = new PriorityQueue<>();

  private Walk(List<Program> programs, Reader<M> reader) {
    this.steps = programs.stream().map(Program::steps).toList();
    this.ranks = steps.size();
    this.reader = reader;
    this.position = new int[steps.size()];
    this.waiting = new boolean[steps.size()];
    for (int rank = 0; rank < steps.size(); rank++) {
      undrained.add(new ChunkTable<>(programs.get(rank).chunkCount()));
      turns.add(new Turn(reader.now(rank), rank));
    }
  }

  /**
   * Walks to the end.
   *
   * @param programs one per rank, in rank order
   * @return why the walk could not end, as a sentence; empty if all is well
   */
  public static <M> Optional<String> of(List<Program> programs, Reader<M> reader) {
    var walk = new Walk<>(programs, reader);
    walk.run();
    return walk.fault();
  }

  private void run() {
    while (true) {
      double event = reader.nextEvent();
      if (!turns.isEmpty() && turns.peek().clock <= event) {
        go(turns.remove().rank);
      } else if (event < Double.POSITIVE_INFINITY) {
        wake(reader.proceed());
      } else {
        return;
      }
    }
  }

  /** Takes steps of a rank as long as it is the first of all. */
  private void go(int rank) {
    do {
      if (position[rank] >= steps.get(rank).size()) {
        waiting[rank] = !drainAll(rank);
        break;
      }
      if (!take(rank, steps.get(rank).get(position[rank]))) {
        waiting[rank] = true;
        break;
      }
      position[rank]++;
    } while (staysFirst(rank));
  }

  /** Whether the rank may go on at once; if not, it gets in line. */
  private boolean staysFirst(int rank) {
    double clock = reader.now(rank);
    var first = turns.peek();
    boolean before =
        first == null || clock < first.clock || (clock == first.clock && rank < first.rank);
    if (before && clock <= reader.nextEvent()) {
      return true;
    }
    turns.add(new Turn(clock, rank));
    return false;
  }

  /** Takes the step if it need not wait. */
  private boolean take(int rank, Step step) {
    switch (step) {
      case Send send -> send(rank, send);
      case Receive(var peer, var to) -> {
        if (!drain(rank, to) || !hasCome(peer, rank)) {
          return false;
        }
        var message = queue(messages, peer, rank).remove();
        message.taken = true;
        reader.received(rank, (Receive) step, message.content);
        wake(peer);
      }
      case Signal signal -> {
        queue(signals, rank, signal.peer()).add(reader.signalled(rank, signal));
        wake(signal.peer());
      }
      case Wait await -> {
        if (queue(signals, await.peer(), rank).isEmpty()) {
          return false;
        }
        reader.awaited(rank, await, queue(signals, await.peer(), rank).remove());
      }
      case Put put -> reader.performed(rank, put);
      case Get(_, _, var to) -> {
        return perform(rank, step, to);
      }
      case Copy(_, var to) -> {
        return perform(rank, step, to);
      }
      case Combine(_, _, var to) -> {
        return perform(rank, step, to);
      }
    }
    return true;
  }

  private boolean hasCome(int from, int to) {
    var first = queue(messages, from, to).peek();
    return first != null && reader.isThere(first.content);
  }

  private void send(int rank, Send step) {
    var message = new Message<>(step, reader.sent(rank, step));
    queue(messages, rank, step.peer()).add(message);
    for (int i = 0; i < step.from().chunks().size(); i++) {
      read(undrained.get(rank), step.from().bank(), step.from().chunks().get(i), message);
    }
    wake(step.peer());
  }

  private static <M> void read(
      ChunkTable<Reading<M>> readings, int bank, int chunk, Message<M> message) {
    var last = readings.get(bank, chunk);
    if (last == null) {
      readings.put(bank, chunk, new Reading<>(message));
      return;
    }
    while (last.next != null) {
      last = last.next;
    }
    last.next = new Reading<>(message);
  }

  private boolean perform(int rank, Step step, Place written) {
    if (!drain(rank, written)) {
      return false;
    }
    reader.performed(rank, step);
    return true;
  }

  /** Whether the rank may write there: nothing of it is still being sent. */
  private boolean drain(int rank, Place written) {
    var readings = undrained.get(rank);
    for (int i = 0; i < written.chunks().size(); i++) {
      int chunk = written.chunks().get(i);
      var first = readings.get(written.bank(), chunk);
      for (; first != null; first = first.next) {
        if (!first.message.taken) {
          return false;
        }
        learn(rank, first.message);
        readings.put(written.bank(), chunk, first.next);
      }
    }
    return true;
  }

  private boolean drainAll(int rank) {
    var left = new ArrayList<Message<M>>();
    undrained
        .get(rank)
        .forEach(
            first -> {
              for (var reading = first; reading != null; reading = reading.next) {
                left.add(reading.message);
              }
            });
    if (left.stream().anyMatch(message -> !message.taken)) {
      return false;
    }
    left.forEach(message -> learn(rank, message));
    return true;
  }

  private void learn(int rank, Message<M> message) {
    if (!message.drained) {
      message.drained = true;
      reader.drained(rank, message.content);
    }
  }

  private void wake(int rank) {
    if (0 <= rank && rank < waiting.length && waiting[rank]) {
      waiting[rank] = false;
      turns.add(new Turn(reader.now(rank), rank));
    }
  }

  private <T> ArrayDeque<T> queue(LongTable<ArrayDeque<T>> queues, int from, int to) {
    return queues.getOrMake((long) from * ranks + to, ArrayDeque::new);
  }

  private int sender(long pair) {
    return (int) (pair / ranks);
  }

  private int receiver(long pair) {
    return (int) (pair % ranks);
  }

  private Optional<String> fault() {
    for (int rank = 0; rank < steps.size(); rank++) {
      if (position[rank] < steps.get(rank).size()) {
        return Optional.of("deadlock: " + stuck());
      }
    }
    var faults = new ArrayList<String>();
    messages.forEach(
        (pair, left) -> {
          if (!left.isEmpty()) {
            faults.add(
                "rank %d never receives what rank %d sends: %s"
                    .formatted(receiver(pair), sender(pair), left.element().step.from()));
          }
        });
    signals.forEach(
        (pair, left) -> {
          if (!left.isEmpty()) {
            faults.add(
                "rank %d never waits for a signal of rank %d"
                    .formatted(receiver(pair), sender(pair)));
          }
        });
    return faults.stream().findFirst();
  }

  private String stuck() {
    var text = new ArrayList<String>();
    for (int rank = 0; rank < steps.size() && text.size() < 8; rank++) {
      if (position[rank] < steps.get(rank).size()) {
        text.add(
            "rank %d is stuck at step %d (%s)"
                .formatted(rank, position[rank], steps.get(rank).get(position[rank])));
      }
    }
    return String.join(", ", text);
  }
}
