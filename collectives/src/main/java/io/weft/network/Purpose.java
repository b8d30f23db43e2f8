package io.weft.network;

/** What bytes travel for. They are counted apart. */
public enum Purpose {
  /** Calls of no other purpose. */
  CALL("calls", 0),
  /** What is saved, and what a saved run begins with. */
  CHECKPOINT("checkpoints", 1),
  /** What travels because buckets are planned or moved. */
  PLANNING("planning", 2),
  /** What is said of a run: times, losses, traces. */
  REPORT("reports", 3),
  /** Operations that ranks find by a key: what steps of training exchange and agree on. */
  STEP("steps", Purpose.NO_CODE),
  /** Of no operation: signs of life, acknowledgements, last words. */
  CONTROL("control", Purpose.NO_CODE);

  private static final Purpose[] PURPOSES = values();

  /** Numbers of plain calls leave their upper bits to the purpose. */
  private static final int SHIFT = 56;

  /** Of those that are no plain calls. */
  private static final int NO_CODE = -1;

  private final String label;
  private final int code;

  Purpose(String label, int code) {
    this.label = label;
    this.code = code;
  }

  /** As in a table: {@code checkpoints}. */
  public String label() {
    return label;
  }

  /** The number under which a plain call of this purpose goes. */
  public long numbered(long call) {
    if (code == NO_CODE) {
      throw new IllegalArgumentException(
          "%s are no plain calls: choose calls, checkpoints, planning or reports".formatted(label));
    }
    return (long) code << SHIFT | call;
  }

  /** Which call it is, of all plain ones. */
  public static long call(long number) {
    return number & ((1L << SHIFT) - 1);
  }

  static Purpose of(long number) {
    if (number < 0) {
      return STEP;
    }
    int code = (int) (number >>> SHIFT);
    for (var purpose : PURPOSES) {
      if (purpose.code == code) {
        return purpose;
      }
    }
    return CALL;
  }
}
