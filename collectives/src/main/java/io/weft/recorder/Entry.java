package io.weft.recorder;

import io.weft.network.Ticket;
import java.util.Locale;

/** One operation of one rank. It is ended once, by the thread that began it. */
public final class Entry {
  enum State {
    RUNNING,
    DONE,
    FAILED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Ticket ticket;
  private final long beginNanos;

  /** Means something once the state, which is written after it, says that the operation ended. */
  private long endNanos;

  private volatile State state = State.RUNNING;

  Entry(Ticket ticket, long beginNanos) {
    this.ticket = ticket;
    this.beginNanos = beginNanos;
  }

  void end(State how, long nanos) {
    endNanos = nanos;
    state = how;
  }

  /**
   * As a line of JSON. Numbers of 64 bits are hexadecimal strings: few readers keep all their bits
   * otherwise.
   */
  String json() {
    var now = state;
    var json =
        new JsonObject()
            .put("group", hexadecimal(ticket.key().group()))
            .put("number", hexadecimal(ticket.key().number()))
            .put("operation", ticket.toString())
            .put("fingerprint", hexadecimal(ticket.fingerprint()))
            .put("members", ticket.members())
            .put("priority", ticket.priority())
            .put("state", now.label())
            .put("begin_ns", beginNanos);
    return (now == State.RUNNING ? json : json.put("end_ns", endNanos)).toString();
  }

  private static String hexadecimal(long value) {
    return "%016x".formatted(value);
  }
}
