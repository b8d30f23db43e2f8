package io.weft.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes that a rank has sent and received so far.
 *
 * @param byPurpose through sockets, headers included, and through memory of its host, where what it
 *     moves counts as sent and what it gets to see as received
 * @param bySocket through sockets to and from each rank; nothing where ranks have none
 */
public record Traffic(Map<Purpose, Bytes> byPurpose, List<Bytes> bySocket) {
  public Traffic {
    var copy = new EnumMap<Purpose, Bytes>(Purpose.class);
    copy.putAll(byPurpose);
    byPurpose = Collections.unmodifiableMap(copy);
    bySocket = List.copyOf(bySocket);
  }

  /** A number of bytes each way. */
  public record Bytes(long sent, long received) {
    public static final Bytes NONE = new Bytes(0, 0);

    public Bytes plus(Bytes more) {
      return new Bytes(sent + more.sent, received + more.received);
    }

    public Bytes minus(Bytes before) {
      return new Bytes(sent - before.sent, received - before.received);
    }
  }

  public Bytes of(Purpose purpose) {
    return byPurpose.getOrDefault(purpose, Bytes.NONE);
  }

  /** For whatever purpose. */
  public long sent() {
    return byPurpose.values().stream().mapToLong(Bytes::sent).sum();
  }

  /** What has been added since an earlier count of the same rank. */
  public Traffic since(Traffic before) {
    var more = new EnumMap<Purpose, Bytes>(Purpose.class);
    byPurpose.forEach((purpose, bytes) -> more.put(purpose, bytes.minus(before.of(purpose))));
    var sockets = new ArrayList<Bytes>();
    for (int peer = 0; peer < bySocket.size(); peer++) {
      sockets.add(bySocket.get(peer).minus(before.bySocket.get(peer)));
    }
    return new Traffic(more, sockets);
  }
}
