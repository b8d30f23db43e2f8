package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.Coding;
import io.weft.compression.sparsification.Entries;
import io.weft.compression.sparsification.Selection;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * One rank's part in finding the k largest of the sum of some numbers, merge by merge. It knows of
 * each number that its team began with whether it is still in the race: one that falls out is not
 * in the result, even if others bring its position back.
 *
 * <p>A team is a rank, or two that merged before all others did.
 */
final class Contest {
  private final long first;
  private final long count;
  private final int k;
  private final Unsent unsent;
  private final Selection selection = new Selection();
  private final Entries own;
  private final Entries team;
  private final Entries other;
  private final boolean[] racing;
  private Entries current;
  private Entries merged;

  Contest(Bundle.Item item, Coding.Merged coding, Arena arena) {
    this.first = item.first();
    this.count = item.count();
    this.k = Math.toIntExact(coding.density().of(count));
    this.unsent = Unsent.of(coding.feedback(), count, arena);
    var name = coding.merging().label();
    this.own = new Entries(name, k, count);
    this.team = new Entries(name, k, count);
    this.other = new Entries(name, k, count);
    this.current = new Entries(name, 2L * k, count);
    this.merged = new Entries(name, 2L * k, count);
    this.racing = new boolean[k];
  }

  /** What a list takes on the wire. */
  long listBytes() {
    return k * Entries.BYTES;
  }

  /** What it takes to say who is still in the race. */
  long flagBytes() {
    return k;
  }

  /** Begins with the largest of a rank. */
  void begin(MemorySegment bucket) {
    selection.largest(unsent.with(of(bucket)), k, own);
    current.copy(own);
    team();
  }

  /** What there is now is what the team begins with. */
  void team() {
    team.copy(current);
    Arrays.fill(racing, true);
  }

  void write(MemorySegment target) {
    current.write(0, k, target);
  }

  /** Takes in a list of other ranks; both sides of a merge name the same one first. */
  void merge(MemorySegment source, boolean ownFirst) {
    other.read(k, source);
    merged.sum(ownFirst ? current : other, ownFirst ? other : current);
    selection.keepLargest(merged, k);
    var last = current;
    current = merged;
    merged = last;
    eliminate();
  }

  private void eliminate() {
    int at = 0;
    for (int i = 0; i < team.count(); i++) {
      while (at < current.count() && current.position(at) < team.position(i)) {
        at++;
      }
      racing[i] &= at < current.count() && current.position(at) == team.position(i);
    }
  }

  /** Takes over a result that others have found. */
  void read(MemorySegment source) {
    current.read(k, source);
  }

  void writeFlags(MemorySegment target) {
    for (int i = 0; i < k; i++) {
      target.set(JAVA_BYTE, i, (byte) (racing[i] ? 1 : 0));
    }
  }

  void readFlags(MemorySegment source) {
    for (int i = 0; i < k; i++) {
      racing[i] = source.get(JAVA_BYTE, i) != 0;
    }
  }

  /** Makes the numbers of the bucket the result, and takes what went from what was to be sent. */
  void end(MemorySegment bucket) {
    var numbers = of(bucket);
    numbers.fill((byte) 0);
    for (int i = 0; i < current.count(); i++) {
      long at = (long) current.position(i) * Float.BYTES;
      numbers.set(JAVA_FLOAT_UNALIGNED, at, current.value(i));
    }
    int at = 0;
    for (int i = 0; i < own.count(); i++) {
      while (at < team.count() && team.position(at) < own.position(i)) {
        at++;
      }
      if (at < team.count() && team.position(at) == own.position(i) && racing[at]) {
        unsent.sent(own.position(i), own.value(i));
      }
    }
  }

  private MemorySegment of(MemorySegment bucket) {
    return bucket.asSlice(first * Float.BYTES, count * Float.BYTES);
  }

  List<Kept> kept() {
    return unsent.kept(first);
  }
}
