package io.weft.network.shared;

import java.lang.foreign.MemorySegment;

/** How a thread sleeps until a word of memory changes. */
interface Sleep {
  /** The best that this system has. */
  static Sleep ofSystem() {
    return Futex.ofSystem().<Sleep>map(it -> it).orElseGet(Doze::new);
  }

  /**
   * Returns when the word has been changed and woken, after the time at the latest, and now and
   * then for no reason.
   *
   * @return false if it was the clock that ended it
   */
  boolean whileEqual(MemorySegment word, int value, long nanos);

  /** Wakes all that sleep on the word, in all processes. */
  void wake(MemorySegment word);
}
