package io.weft.collective;

import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Scratch memory for operations that run at the same time; there is never more than they need. */
final class ScratchPool implements AutoCloseable {
  private final Queue<Scratch> all = new ConcurrentLinkedQueue<>();

  /** The one used last is used next: it is the one in the caches. */
  private final Deque<Scratch> free = new ConcurrentLinkedDeque<>();

  Scratch take() {
    var found = free.poll();
    if (found != null) {
      return found;
    }
    var made = new Scratch();
    all.add(made);
    return made;
  }

  void giveBack(Scratch scratch) {
    free.push(scratch);
  }

  /** How many have been made. */
  int size() {
    return all.size();
  }

  @Override
  public void close() {
    all.forEach(Scratch::close);
  }
}
