package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Pages on which each rank shows all others something small. Every rank has two, which take turns:
 * who writes on the page of the turn before last has seen all others come to the last turn, and
 * they came when they had read that page. So one meeting a turn is enough.
 */
public final class Board {
  /** The most that a rank can show. */
  public static final int PAGE_BYTES = 16 << 10;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long TURN = 0;
  private static final long FINGERPRINT = 8;
  private static final long HEAD_BYTES = 64;
  private static final int PAGES = 2;
  private static final long LINE_BYTES = 64;

  /** From here on the machine does by itself. */
  private static final long FETCHED_BYTES_MOST = 4 << 10;

  private final MemorySegment[][] heads;
  private final MemorySegment[][] pages;

  /** Of no use, but for it the compiler of the JVM cannot leave out to fetch. */
  @SuppressWarnings("UnusedVariable")
  private long fetched;

  Board(MemorySegment memory, int ranks) {
    this.heads = new MemorySegment[PAGES][ranks];
    this.pages = new MemorySegment[PAGES][ranks];
    for (int page = 0; page < PAGES; page++) {
      for (int rank = 0; rank < ranks; rank++) {
        long start = (long) (page * ranks + rank) * (HEAD_BYTES + PAGE_BYTES);
        heads[page][rank] = memory.asSlice(start, HEAD_BYTES);
        pages[page][rank] = memory.asSlice(start + HEAD_BYTES, PAGE_BYTES);
      }
    }
  }

  static long byteCount(int ranks) {
    return (long) PAGES * ranks * (HEAD_BYTES + PAGE_BYTES);
  }

  /**
   * Shows something; ends with a full fence.
   *
   * @param turn 1 for the first, one more for each that follows
   * @param fingerprint of what all ranks must agree on
   */
  public void post(int rank, long turn, long fingerprint, MemorySegment bytes) {
    MemorySegment.copy(bytes, 0, page(rank, turn), 0, bytes.byteSize());
    var head = head(rank, turn);
    head.set(ValueLayout.JAVA_LONG, FINGERPRINT, fingerprint);
    WORD.setVolatile(head, TURN, turn);
  }

  /** Whether a rank has come to a turn. */
  public boolean isPosted(int rank, long turn) {
    return (long) WORD.getAcquire(head(rank, turn), TURN) == turn;
  }

  /** What a rank that has come to a turn thinks it is about. */
  public long fingerprint(int rank, long turn) {
    return head(rank, turn).get(ValueLayout.JAVA_LONG, FINGERPRINT);
  }

  /**
   * What a rank shows; it stays there until this rank comes to the next turn. If it is short, all
   * its lines are asked for now, side by side, and not one after the other as they are needed.
   */
  public MemorySegment shown(int rank, long turn, long byteCount) {
    var page = page(rank, turn);
    if (byteCount <= FETCHED_BYTES_MOST) {
      long sum = 0;
      for (long at = 0; at < byteCount; at += LINE_BYTES) {
        sum += page.get(ValueLayout.JAVA_LONG, at);
      }
      fetched = sum;
    }
    return page.asSlice(0, byteCount);
  }

  private MemorySegment page(int rank, long turn) {
    return pages[(int) (turn % PAGES)][rank];
  }

  private MemorySegment head(int rank, long turn) {
    return heads[(int) (turn % PAGES)][rank];
  }
}
