package io.weft.recorder;

import io.weft.network.Ticket;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One operation of one rank. It is ended once, by the thread that began it. */
public final class Entry {
  enum Ending {
    DONE,
    FAILED
  }

  /** A time that nobody has read from a clock. */
  static final long UNKNOWN = -1;

  private final Ticket ticket;
  private long beginNanos = UNKNOWN;

  /** Means something once there is an ending, which is written after it. */
  private long endNanos = UNKNOWN;

  /** Null as long as the operation runs. */
  private volatile @Nullable Ending ending;

  Entry(Ticket ticket) {
    this.ticket = ticket;
  }

  void begin(long nanos) {
    beginNanos = nanos;
  }

  void end(Ending how, long nanos) {
    endNanos = nanos;
    ending = how;
  }

  /**
   * As a line of JSON. Numbers of 64 bits are hexadecimal strings: few readers keep all their bits
   * otherwise.
   */
  String json() {
    var ended = ending;
    var json =
        new JsonObject()
            .put("group", hexadecimal(ticket.key().group()))
            .put("number", hexadecimal(ticket.key().number()))
            .put("operation", ticket.toString())
            .put("fingerprint", hexadecimal(ticket.fingerprint()))
            .put("members", ticket.members())
            .put("priority", ticket.priority())
            .put("state", ended == null ? "running" : ended.name().toLowerCase(Locale.ROOT));
    putKnown(json, "begin_ns", beginNanos);
    putKnown(json, "end_ns", ended == null ? UNKNOWN : endNanos);
    return json.toString();
  }

  private static void putKnown(JsonObject json, String name, long nanos) {
    if (nanos != UNKNOWN) {
      json.put(name, nanos);
    }
  }

  private static String hexadecimal(long value) {
    return "%016x".formatted(value);
  }
}
