package io.weft.network.socket;

import io.weft.network.handshake.TlsDiffersException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;

/** Connections that were dropped because they proved nothing. For all threads. */
public final class Strangers {
  private final AtomicInteger unproved = new AtomicInteger();
  private final AtomicInteger tlsDiffers = new AtomicInteger();
  private final AtomicInteger tlsFailed = new AtomicInteger();

  void count(Exception why) {
    switch (why) {
      case TlsDiffersException _ -> tlsDiffers.incrementAndGet();
      case SSLException _ -> tlsFailed.incrementAndGet();
      default -> unproved.incrementAndGet();
    }
  }

  public int total() {
    return unproved.get() + tlsDiffers.get() + tlsFailed.get();
  }

  /** What a user whose ranks are missing should know about them; empty if there were none. */
  public String hint() {
    return hint("without the right token", unproved, "")
        + hint("because only one side speaks TLS", tlsDiffers, TlsDiffersException.REPAIR)
        + hint("in TLS", tlsFailed, "check the certificates");
  }

  private static String hint(String what, AtomicInteger count, String repair) {
    var advice = repair.isEmpty() ? "" : " (%s)".formatted(repair);
    return count.get() == 0
        ? ""
        : "; connections dropped %s: %d%s".formatted(what, count.get(), advice);
  }
}
