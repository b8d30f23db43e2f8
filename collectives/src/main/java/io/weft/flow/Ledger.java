package io.weft.flow;

import io.weft.network.Key;
import io.weft.network.Ticket;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The operations that this rank is in, has lately done, and has heard of. For all threads. */
final class Ledger {
  /** How many operations are remembered after their end. */
  private static final int REMEMBERED = 2000;

  private final ConcurrentMap<Key, FlowChannel> open = new ConcurrentHashMap<>();

  /** Operations of which a peer has spoken before this rank began them. */
  private final Set<Key> announced = ConcurrentHashMap.newKeySet();

  /** Guarded by itself. */
  private final Map<Key, Ticket> past =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Ticket> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Whether a peer has spoken of the operation already. */
  boolean begin(FlowChannel channel) {
    var ticket = channel.ticket();
    if (open.putIfAbsent(ticket.key(), channel) != null) {
      throw new IllegalStateException("%s has been begun already".formatted(ticket));
    }
    return !announced.isEmpty() && announced.remove(ticket.key());
  }

  void end(FlowChannel channel) {
    var ticket = channel.ticket();
    synchronized (past) {
      past.put(ticket.key(), ticket);
    }
    open.remove(ticket.key()); // Last, so that it is always known.
  }

  /**
   * What this rank thinks of an operation that a peer speaks of for the first time; null if it has
   * not begun it.
   */
  @Nullable Ticket arriving(Key key, long fingerprint) throws CorruptException {
    var ticket = current(key);
    if (ticket == null) {
      ticket = done(key);
      if (ticket != null && ticket.fingerprint() == fingerprint) {
        throw new CorruptException("a message for %s, which is over".formatted(ticket));
      }
    }
    if (ticket == null) {
      announced.add(key);
      ticket = current(key); // It may have begun since the first look.
      if (ticket != null) {
        announced.remove(key);
      }
    }
    return ticket;
  }

  /** What this rank thinks of an operation that it is in or has lately done. */
  @Nullable Ticket known(Key key) {
    var ticket = current(key);
    return ticket == null ? done(key) : ticket;
  }

  Collection<FlowChannel> channels() {
    return open.values();
  }

  private @Nullable Ticket current(Key key) {
    var channel = open.get(key);
    return channel == null ? null : channel.ticket();
  }

  private @Nullable Ticket done(Key key) {
    synchronized (past) {
      return past.get(key);
    }
  }
}
