package io.weft.network;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts bytes by purpose. For all threads; counting takes no memory. */
public final class Tally {
  private final Map<Purpose, LongAdder> sent = new EnumMap<>(Purpose.class);
  private final Map<Purpose, LongAdder> received = new EnumMap<>(Purpose.class);

  public Tally() {
    for (var purpose : Purpose.values()) {
      sent.put(purpose, new LongAdder());
      received.put(purpose, new LongAdder());
    }
  }

  public void sent(Purpose purpose, long bytes) {
    add(sent, purpose, bytes);
  }

  public void received(Purpose purpose, long bytes) {
    add(received, purpose, bytes);
  }

  private static void add(Map<Purpose, LongAdder> to, Purpose purpose, long bytes) {
    var adder = to.get(purpose);
    if (adder != null) {
      adder.add(bytes);
    }
  }

  /** What has been sent so far, for whatever purpose. */
  public long sent() {
    return sent.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** What has been counted so far. */
  public Map<Purpose, Traffic.Bytes> bytes() {
    var bytes = new EnumMap<Purpose, Traffic.Bytes>(Purpose.class);
    sent.forEach((purpose, adder) -> bytes.put(purpose, new Traffic.Bytes(adder.sum(), 0)));
    received.forEach(
        (purpose, adder) ->
            bytes.merge(purpose, new Traffic.Bytes(0, adder.sum()), Traffic.Bytes::plus));
    return bytes;
  }
}
