package io.weft.network;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Who has come to which operation with what in mind, for ranks of one process. Once ranks disagree,
 * nobody goes on: all are told the same sentence.
 */
final class Register {
  /**
   * How long ranks that disagree wait for the other members: among two it cannot be told who is the
   * odd one, and a member may never come.
   */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable String> verdict = new AtomicReference<>();
  private final Runnable alarm;

  /** Guarded by itself. */
  private static final class Entry {
    private final SortedMap<Integer, Ticket> came = new TreeMap<>();
    private final long fingerprint;
    private boolean disagreed;
    private int left;

    Entry(long fingerprint) {
      this.fingerprint = fingerprint;
    }

    void add(int rank, Ticket ticket) {
      came.put(rank, ticket);
      disagreed |= ticket.fingerprint() != fingerprint;
      if (disagreed) {
        notifyAll();
      }
    }

    boolean complete() {
      return came.values().stream().allMatch(ticket -> came.keySet().containsAll(ticket.members()));
    }
  }

  /**
   * An empty register.
   *
   * @param alarm wakes all ranks that wait, for them to {@link #check}
   */
  Register(Runnable alarm) {
    this.alarm = alarm;
  }

  /**
   * Notes that a rank begins an operation.
   *
   * @throws MismatchException if members of any operation have different things in mind
   */
  void enter(int rank, Ticket ticket) {
    check();
    var entry = entries.computeIfAbsent(ticket.key(), _ -> new Entry(ticket.fingerprint()));
    synchronized (entry) {
      entry.add(rank, ticket);
      if (!entry.disagreed) {
        return;
      }
      awaitMembers(entry);
      verdict.compareAndSet(null, Verdict.on(entry.came).orElseThrow());
    }
    alarm.run();
    check();
  }

  private void awaitMembers(Entry entry) {
    long end = System.nanoTime() + GRACE.toNanos();
    while (!entry.complete() && verdict.get() == null) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(entry, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Fails if ranks have disagreed anywhere. */
  void check() {
    var sentence = verdict.get();
    if (sentence != null) {
      throw new MismatchException(sentence);
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
