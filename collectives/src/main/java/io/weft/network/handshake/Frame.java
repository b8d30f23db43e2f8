package io.weft.network.handshake;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** What ranks say to each other between the handshake and the first byte of data. */
public sealed interface Frame {
  /** Member to master: who I am, where the higher ranks reach me, and by how many streams. */
  record Register(String hostName, List<InetSocketAddress> addresses, int streams)
      implements Frame {
    public Register {
      requireHostName(hostName);
      addresses = requireAddresses(addresses);
      if (streams < 1 || streams > Limits.STREAMS_MAX) {
        throw new IllegalArgumentException(
            "streams=%d: from 1 to %d".formatted(streams, Limits.STREAMS_MAX));
      }
    }
  }

  /** You are on the list; the meeting ends, one way or the other, after this time. */
  record Accepted(long remainingMillis) implements Frame {}

  /** Master to members: all have come; as many entries follow as there are ranks. */
  record Gathered(UUID meeting) implements Frame {}

  /** Master to members: one line of the table. */
  record Entry(int rank, String hostName, List<InetSocketAddress> addresses) implements Frame {
    public Entry {
      requireHostName(hostName);
      addresses = requireAddresses(addresses);
    }
  }

  /** Member to master: I am connected with every other rank. */
  record Connected() implements Frame {}

  /** Master to members: everybody is; begin. */
  record Begin() implements Frame {}

  /** The meeting has failed, for all. */
  record Refused(Reason reason, String sentence) implements Frame {
    public Refused {
      var bytes = sentence.getBytes(StandardCharsets.UTF_8);
      if (bytes.length > Limits.SENTENCE_BYTES_MAX) {
        throw new IllegalArgumentException(
            "sentence of %d bytes: at most %d".formatted(bytes.length, Limits.SENTENCE_BYTES_MAX));
      }
    }
  }

  /** The kind of a refusal, which decides the exception that it becomes. */
  enum Reason {
    TIMEOUT(1),
    CONFIGURATION(2),
    RANKS(3),
    ADDRESS(4),
    LOST(5);

    private final byte code;

    Reason(int code) {
      this.code = (byte) code;
    }

    byte code() {
      return code;
    }

    static Reason of(byte code) throws MalformedException {
      for (var reason : values()) {
        if (reason.code == code) {
          return reason;
        }
      }
      throw new MalformedException("reason " + code + " does not exist");
    }
  }

  private static List<InetSocketAddress> requireAddresses(List<InetSocketAddress> addresses) {
    if (addresses.isEmpty() || addresses.size() > Limits.STREAMS_MAX) {
      throw new IllegalArgumentException(
          "%d addresses: from 1 to %d".formatted(addresses.size(), Limits.STREAMS_MAX));
    }
    return List.copyOf(addresses);
  }

  private static void requireHostName(String name) {
    if (name.getBytes(StandardCharsets.UTF_8).length > Limits.HOST_NAME_BYTES_MAX) {
      throw new IllegalArgumentException(
          "host name '%s': at most %d bytes".formatted(name, Limits.HOST_NAME_BYTES_MAX));
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("a host name that cannot be printed");
    }
  }
}
