package io.weft.collective.program;

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
import java.util.List;
import java.util.Optional;

/**
 * Walks the programs of all ranks at once, the rank with the earliest clock first, and tells a
 * {@link Reader} what happens. This is the one place that says what the steps of {@link Step} mean
 * for order and matching; what they mean for values or for time is the reader's business.
 *
 * <p>Links have no capacity of their own: a message stays in its sender's memory until the receiver
 * takes it. A walk that ends is therefore free of deadlock with any capacity, one chunk per pair
 * included. Programs are deterministic (each waits for one named peer at a time), so whatever
 * values and deadlocks one walk finds, every interleaving finds.
 */
public final class Walk {
  /**
   * What a walk means for values or time. The rank of each call is the one that takes the step.
   * Messages and signals are numbered together, in the order in which they are sent, from 0 on.
   */
  public interface Reader {
    void sent(int rank, Send step, int message);

    void received(int rank, Receive step, int message);

    /** The rank has learnt that its own message was taken. */
    void drained(int rank, int message);

    void signalled(int rank, Signal step, int signal);

    void awaited(int rank, Wait step, int signal);

    /** A put, get, copy or combine. */
    void performed(int rank, Step step);

    /** The clock of a rank, which never goes back. */
    double now(int rank);

    /** Whether what was sent is there already; a rank waits for a message that is not. */
    default boolean isThere(int message) {
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

  /** What has become of a message. */
  private static final byte UNDER_WAY = 0;

  private static final byte TAKEN = 1;

  /** Taken, and its sender knows. */
  private static final byte DRAINED = 2;

  private static final int NOBODY = -1;

  private final Step[][] steps;
  private final Reader reader;
  private final int[] position;
  private final boolean[] waiting;

  /** By rank: how many of its messages are under way. */
  private final int[] untaken;

  /** By message. */
  private byte[] state = new byte[64];

  /** Which step sent a message or signal. */
  private int[] sentBy = new int[64];

  private int sent;
  private final Readings readings;
  private final Lines messages;
  private final Lines signals;
  private final Turns turns;

  private Walk(List<Program> programs, Reader reader) {
    int ranks = programs.size();
    this.steps = new Step[ranks][];
    this.reader = reader;
    this.position = new int[ranks];
    this.waiting = new boolean[ranks];
    this.untaken = new int[ranks];
    this.readings = new Readings(programs);
    this.messages = new Lines(ranks);
    this.signals = new Lines(ranks);
    this.turns = new Turns(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      steps[rank] = programs.get(rank).steps().toArray(Step[]::new);
      turns.add(reader.now(rank), rank);
    }
  }

  /**
   * Walks to the end.
   *
   * @param programs one per rank, in rank order
   * @return why the walk could not end, as a sentence; empty if all is well
   */
  public static Optional<String> of(List<Program> programs, Reader reader) {
    var walk = new Walk(programs, reader);
    walk.run();
    return walk.fault();
  }

  private void run() {
    while (true) {
      double event = reader.nextEvent();
      if (!turns.isEmpty() && turns.clock() <= event) {
        go(turns.remove());
      } else if (event < Double.POSITIVE_INFINITY) {
        wake(reader.proceed());
      } else {
        return;
      }
    }
  }

  /**
   * Takes steps of the first rank of all, whichever it is, until one waits or something happens.
   */
  private void go(int first) {
    int rank = first;
    while (rank != NOBODY) {
      if (position[rank] >= steps[rank].length) {
        waiting[rank] = !drainAll(rank);
        return;
      }
      if (!take(rank, steps[rank][position[rank]])) {
        waiting[rank] = true;
        return;
      }
      position[rank]++;
      rank = next(rank);
    }
  }

  /** Who goes on after a step of this rank, which gets in line if it is another one. */
  private int next(int rank) {
    double clock = reader.now(rank);
    double event = reader.nextEvent();
    if (clock <= event || (!turns.isEmpty() && turns.clock() <= event)) {
      return turns.exchange(clock, rank);
    }
    turns.add(clock, rank);
    return NOBODY;
  }

  /** Takes the step if it need not wait. */
  private boolean take(int rank, Step step) {
    switch (step) {
      case Send send -> send(rank, send);
      case Receive(var peer, var to) -> {
        if (!drain(rank, to) || !hasCome(peer, rank)) {
          return false;
        }
        int message = messages.remove(peer, rank);
        state[message] = TAKEN;
        untaken[peer]--;
        reader.received(rank, (Receive) step, message);
        wake(peer);
      }
      case Signal signal -> {
        int number = number(rank);
        reader.signalled(rank, signal, number);
        signals.add(rank, signal.peer(), number);
        wake(signal.peer());
      }
      case Wait await -> {
        if (signals.first(await.peer(), rank) == Lines.NONE) {
          return false;
        }
        reader.awaited(rank, await, signals.remove(await.peer(), rank));
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
    int first = messages.first(from, to);
    return first != Lines.NONE && reader.isThere(first);
  }

  private void send(int rank, Send step) {
    int message = number(rank);
    reader.sent(rank, step, message);
    messages.add(rank, step.peer(), message);
    untaken[rank]++;
    for (int i = 0; i < step.from().chunks().size(); i++) {
      readings.add(rank, step.from().bank(), step.from().chunks().get(i), message);
    }
    wake(step.peer());
  }

  /** A number for what a rank sends with this step. */
  private int number(int rank) {
    if (sent == state.length) {
      state = Arrays.copyOf(state, 2 * sent);
      sentBy = Arrays.copyOf(sentBy, 2 * sent);
    }
    state[sent] = UNDER_WAY;
    sentBy[sent] = position[rank];
    return sent++;
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
    for (int i = 0; i < written.chunks().size(); i++) {
      int chunk = written.chunks().get(i);
      int first = readings.first(rank, written.bank(), chunk);
      while (first != Readings.NONE) {
        if (state[first] == UNDER_WAY) {
          return false;
        }
        learn(rank, first);
        readings.removeFirst(rank, written.bank(), chunk);
        first = readings.first(rank, written.bank(), chunk);
      }
    }
    return true;
  }

  private boolean drainAll(int rank) {
    if (untaken[rank] > 0) {
      return false;
    }
    readings.forEach(rank, message -> learn(rank, message));
    return true;
  }

  private void learn(int rank, int message) {
    if (state[message] != DRAINED) {
      state[message] = DRAINED;
      reader.drained(rank, message);
    }
  }

  private void wake(int rank) {
    if (0 <= rank && rank < waiting.length && waiting[rank]) {
      waiting[rank] = false;
      turns.add(reader.now(rank), rank);
    }
  }

  private Optional<String> fault() {
    for (int rank = 0; rank < steps.length; rank++) {
      if (position[rank] < steps[rank].length) {
        return Optional.of("deadlock: " + stuck());
      }
    }
    var faults = new ArrayList<String>();
    messages.forEach(
        (from, to, first) ->
            faults.add(
                "rank %d never receives what rank %d sends: %s"
                    .formatted(to, from, ((Send) steps[from][sentBy[first]]).from())));
    signals.forEach(
        (from, to, _) ->
            faults.add("rank %d never waits for a signal of rank %d".formatted(to, from)));
    return faults.stream().findFirst();
  }

  private String stuck() {
    var text = new ArrayList<String>();
    for (int rank = 0; rank < steps.length && text.size() < 8; rank++) {
      if (position[rank] < steps[rank].length) {
        text.add(
            "rank %d is stuck at step %d (%s)"
                .formatted(rank, position[rank], steps[rank][position[rank]]));
      }
    }
    return String.join(", ", text);
  }
}
