package io.weft.network;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Who has come to which operation with what in mind, for ranks of one process. */
final class Register {
  private final ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<>();

  private static final class Entry {
    /** By rank, guarded by the entry. */
    private final SortedMap<Integer, Ticket> came = new TreeMap<>();

    /** Guarded by the entry. */
    private int left;
  }

  /**
   * Notes that a rank begins an operation.
   *
   * @throws MismatchException if one that came before it has something else in mind
   */
  void enter(int rank, Ticket ticket) {
    var entry = entries.computeIfAbsent(ticket.key(), _ -> new Entry());
    synchronized (entry) {
      entry.came.put(rank, ticket);
      var verdict = Verdict.on(entry.came);
      if (verdict.isPresent()) {
        throw new MismatchException(verdict.get());
      }
    }
  }

  /** The last member to leave takes the entry away. */
  void leave(Ticket ticket) {
    var entry = entries.get(ticket.key());
    if (entry == null) {
      return;
    }
    synchronized (entry) {
      entry.left++;
      if (entry.left == ticket.members().size()) {
        entries.remove(ticket.key());
      }
    }
  }
}
