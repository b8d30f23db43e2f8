package io.weft.network;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** The messages from one rank to another in the same process, waiting in their sender's memory. */
final class Mailbox {
  private static final int NOBODY = -1;

  /** How often a rank lets others run before it sleeps: waking it takes longer than most waits. */
  private static final int YIELDS = 100;

  /** Which message: of which operation, whether it is a signal, and the how manieth. */
  record Slot(Key key, boolean signal, int index) {}

  private final int from;
  private final int to;
  private final Register register;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by the lock. */
  private final Map<Slot, Letter> letters = new HashMap<>();

  /** The rank that has left, guarded by the lock. */
  private int gone = NOBODY;

  Mailbox(int from, int to, Register register) {
    this.from = from;
    this.to = to;
    this.register = register;
  }

  Sending post(Slot slot, MemorySegment[] parts) {
    var letter = new Letter(parts);
    lock.lock();
    try {
      letters.put(slot, letter);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    return letter;
  }

  void take(Slot slot, Deadline deadline, Intake intake, MemorySegment[] parts) {
    var letter = next(slot, deadline);
    checkSizes(letter.parts, parts, deadline);
    move(letter.parts, intake, parts);
    lock.lock();
    try {
      letter.taken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private Letter next(Slot slot, Deadline deadline) {
    lock.lock();
    try {
      waitUntil(() -> letters.containsKey(slot), to, from, deadline);
      var letter = letters.remove(slot);
      if (letter == null) {
        throw new AssertionError("a message is gone: " + slot);
      }
      return letter;
    } finally {
      lock.unlock();
    }
  }

  /** A rank waits for another, holding the lock. */
  private void waitUntil(BooleanSupplier ready, int rank, int peer, Deadline deadline) {
    long remaining = deadline.remainingNanos();
    int yields = 0;
    while (!ready.getAsBoolean()) {
      register.check();
      if (gone != NOBODY) {
        throw new PeerLostException(
            "rank %d waits for rank %d in %s, but rank %d has left: see why it failed first"
                .formatted(rank, peer, deadline, gone));
      }
      if (remaining <= 0) {
        throw deadline.exceeded(rank, peer);
      }
      if (yields < YIELDS) {
        yields++;
        letOthersRun();
        remaining = deadline.remainingNanos();
        continue;
      }
      try {
        remaining = changed.awaitNanos(remaining);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PeerLostException(
            "rank %d was interrupted while it waited for rank %d in %s"
                .formatted(rank, peer, deadline));
      }
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint only: whoever yields in vain goes to sleep
  private void letOthersRun() {
    lock.unlock();
    Thread.yield();
    lock.lock();
  }

  /** Makes ranks that wait here look whether there is still something to wait for. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close(int rank) {
    lock.lock();
    try {
      gone = gone == NOBODY ? rank : gone;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void checkSizes(MemorySegment[] sources, MemorySegment[] targets, Deadline deadline) {
    long sent = Arrays.stream(sources).mapToLong(MemorySegment::byteSize).sum();
    long expected = Arrays.stream(targets).mapToLong(MemorySegment::byteSize).sum();
    if (sent != expected) {
      throw new IllegalArgumentException(
          "rank %d sent %d bytes where rank %d expected %d in %s: call it with equal lengths"
              .formatted(from, sent, to, expected, deadline));
    }
  }

  private static void move(MemorySegment[] sources, Intake intake, MemorySegment[] targets) {
    int target = 0;
    long offset = 0;
    for (var source : sources) {
      long done = 0;
      while (done < source.byteSize()) {
        long count = Math.min(source.byteSize() - done, targets[target].byteSize() - offset);
        intake.take(targets[target].asSlice(offset, count), source.asSlice(done, count));
        done += count;
        offset += count;
        if (offset == targets[target].byteSize() && target + 1 < targets.length) {
          target++;
          offset = 0;
        }
      }
    }
  }

  private final class Letter implements Sending {
    private final MemorySegment[] parts;

    /** Guarded by the lock. */
    private boolean taken;

    Letter(MemorySegment[] parts) {
      this.parts = parts;
    }

    @Override
    public boolean isTaken() {
      lock.lock();
      try {
        return taken;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void await(Deadline deadline) {
      lock.lock();
      try {
        waitUntil(() -> taken, from, to, deadline);
      } finally {
        lock.unlock();
      }
    }
  }
}
