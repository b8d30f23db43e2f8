package io.weft.collective.program;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One step of a rank. Steps run in order. A {@link Send} only starts: the rank goes on, and a later
 * step that would overwrite what is being sent waits until the peer has taken it. Every other step
 * is complete when the next one begins. Messages, and likewise signals, between two ranks are
 * matched in order.
 */
public sealed interface Step {
  /** Starts a message of all chunks of {@code from}; the peer must receive it. */
  record Send(int peer, Place from) implements Step {
    @Override
    public String toString() {
      return "send     " + from + " to " + peer;
    }
  }

  /** Waits for the next message of {@code peer} and stores it. */
  record Receive(int peer, Place to) implements Step {
    @Override
    public String toString() {
      return "receive  " + to + " from " + peer;
    }
  }

  /** Stores own memory into the peer's memory, which knows nothing of it until a signal. */
  record Put(int peer, Place from, Place to) implements Step {
    @Override
    public String toString() {
      return "put      " + from + " to " + peer + ":" + to;
    }
  }

  /** Loads the peer's memory into own memory. */
  record Get(int peer, Place from, Place to) implements Step {
    @Override
    public String toString() {
      return "get      " + peer + ":" + from + " to " + to;
    }
  }

  /** Tells the peer that everything before this step has happened. */
  record Signal(int peer) implements Step {
    @Override
    public String toString() {
      return "signal   " + peer;
    }
  }

  /** Waits for the next signal of the peer. */
  record Wait(int peer) implements Step {
    @Override
    public String toString() {
      return "wait     " + peer;
    }
  }

  /** Copies chunk by chunk inside the rank. */
  record Copy(Place from, Place to) implements Step {
    @Override
    public String toString() {
      return "copy     " + from + " to " + to;
    }
  }

  /**
   * Folds the sources, left to right, into {@code to}, which may be one of them. With 16-bit floats
   * the whole fold is done in fp32 and rounded once.
   */
  record Combine(Operator operator, List<Place> sources, Place to) implements Step {
    public Combine {
      sources = List.copyOf(sources);
      if (sources.size() < 2) {
        throw new IllegalArgumentException("a combine needs two sources or more: " + sources);
      }
    }

    @Override
    public String toString() {
      return "combine  "
          + sources.stream().map(Place::toString).collect(Collectors.joining(" + "))
          + " to "
          + to
          + " ("
          + operator.name()
          + ")";
    }
  }
}
