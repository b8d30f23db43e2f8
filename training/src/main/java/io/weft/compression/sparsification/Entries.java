package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.compression.codec.MalformedPayloadException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Some of many numbers and where they are, positions ascending. On the wire: all positions, then
 * all numbers, 4 bytes each.
 */
public final class Entries {
  /** What a number costs on the wire, with its position. */
  public static final long BYTES = SparseList.ENTRY_BYTES;

  private static final int ROOM_FIRST = 1024;

  private final String codec;
  private final long bound;
  private final long most;
  private int[] positions;
  private float[] values;
  private int count;

  /**
   * None yet.
   *
   * @param codec for complaints
   * @param most there will be; room for them is made when they come
   * @param bound of how many numbers they are some
   */
  public Entries(String codec, long most, long bound) {
    this.codec = codec;
    this.most = most;
    this.bound = bound;
    this.positions = new int[(int) Math.min(most, ROOM_FIRST)];
    this.values = new float[positions.length];
  }

  private void makeRoom(long wanted) {
    if (wanted > positions.length) {
      int room = (int) Math.max(wanted, Math.min(most, 2L * positions.length));
      positions = Arrays.copyOf(positions, room);
      values = Arrays.copyOf(values, room);
    }
  }

  public int count() {
    return count;
  }

  public int position(int i) {
    return positions[i];
  }

  public float value(int i) {
    return values[i];
  }

  public void clear() {
    count = 0;
  }

  /** Adds one beyond all others. */
  public void add(int position, float value) {
    makeRoom(count + 1L);
    positions[count] = position;
    values[count++] = value;
  }

  /** Makes these the same as others. */
  public void copy(Entries other) {
    makeRoom(other.count);
    System.arraycopy(other.positions, 0, positions, 0, other.count);
    System.arraycopy(other.values, 0, values, 0, other.count);
    count = other.count;
  }

  /** Makes these the sum of two others; where both have a number, the first is the left one. */
  public void sum(Entries one, Entries other) {
    count = 0;
    int i = 0;
    int j = 0;
    while (i < one.count || j < other.count) {
      long left = i < one.count ? one.positions[i] : Long.MAX_VALUE;
      long right = j < other.count ? other.positions[j] : Long.MAX_VALUE;
      if (left == right) {
        add((int) left, one.values[i++] + other.values[j++]);
      } else if (left < right) {
        add((int) left, one.values[i++]);
      } else {
        add((int) right, other.values[j++]);
      }
    }
  }

  /** Keeps those whose magnitude exceeds a key, and the first of those that equal it. */
  void keep(int least, long ties) {
    int kept = 0;
    long tiesLeft = ties;
    for (int i = 0; i < count; i++) {
      int key = Magnitudes.key(values[i]);
      if (key > least || (key == least && tiesLeft-- > 0)) {
        positions[kept] = positions[i];
        values[kept++] = values[i];
      }
    }
    count = kept;
  }

  /** The numbers without their positions, to be read. */
  MemorySegment numbers() {
    return MemorySegment.ofArray(values).asSlice(0, (long) count * Float.BYTES);
  }

  /** Writes some that follow one another, and says how many bytes. */
  public long write(int first, int some, MemorySegment target) {
    long numbers = (long) some * Integer.BYTES;
    MemorySegment.copy(positions, first, target, JAVA_INT_UNALIGNED, 0, some);
    MemorySegment.copy(values, first, target, JAVA_FLOAT_UNALIGNED, numbers, some);
    return some * BYTES;
  }

  /**
   * Overwrites these with some that a rank wrote.
   *
   * @throws MalformedPayloadException if no rank can have written these bytes
   */
  public void read(long some, MemorySegment source) {
    count = 0;
    append(some, source);
  }

  /**
   * Adds some that a rank wrote, all of which are beyond those that there are.
   *
   * @throws MalformedPayloadException if no rank can have written these bytes
   */
  public void append(long some, MemorySegment source) {
    if (some < 0 || some > most - count || some > source.byteSize() / BYTES) {
      throw new MalformedPayloadException(
          codec,
          "announces %d numbers, of at most %d, in %d bytes"
              .formatted(some, most - count, source.byteSize()));
    }
    makeRoom(count + some);
    int first = count;
    int more = (int) some;
    long numbers = some * Integer.BYTES;
    MemorySegment.copy(source, JAVA_INT_UNALIGNED, 0, positions, first, more);
    MemorySegment.copy(source, JAVA_FLOAT_UNALIGNED, numbers, values, first, more);
    long last = first == 0 ? -1 : positions[first - 1];
    for (int i = first; i < first + more; i++) {
      if (positions[i] <= last || positions[i] >= bound) {
        throw new MalformedPayloadException(
            codec,
            "has position %d after %d among %d numbers".formatted(positions[i], last, bound));
      }
      last = positions[i];
    }
    count += more;
  }
}
