package io.weft.flow;

import io.weft.network.Key;
import io.weft.network.Ticket;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The operations that this rank is in, has lately done, and has heard of. For all threads. */
final class Ledger {
  /** How many operations are remembered after their end; a power of two. */
  private static final int REMEMBERED = 2048;

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

  /** By number, the last ones of which no word was said unless it was needed. */
  private final AtomicReferenceArray<@Nullable Ticket> noted =
      new AtomicReferenceArray<>(REMEMBERED);

  /** An operation begins, and may be over without a word; only one group has such operations. */
  void note(Ticket ticket) {
    noted.setOpaque(place(ticket.key()), ticket);
  }

  private static int place(Key key) {
    return (int) (key.number() & (REMEMBERED - 1));
  }

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

  /** Whether this rank is in an operation that is more urgent than one. */
  boolean hasMoreUrgent(Ticket ticket) {
    for (var channel : open.values()) {
      if (channel.ticket().priority() < ticket.priority()) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Ticket current(Key key) {
    var channel = open.get(key);
    return channel == null ? null : channel.ticket();
  }

  private @Nullable Ticket done(Key key) {
    synchronized (past) {
      var ticket = past.get(key);
      if (ticket != null) {
        return ticket;
      }
    }
    var ticket = noted.getAcquire(place(key));
    return ticket != null && ticket.key().equals(key) ? ticket : null;
  }
}
