package io.weft.collective;

import io.weft.network.Purpose;

/**
 * The name under which ranks find each other in an operation that each starts when it is ready. A
 * key is used once.
 *
 * @param step of the training, from 0 up to 4,294,967,295
 * @param bucket from 0 up to 65,535
 * @param phase from 0 up to 127: what is done with the bucket, if it is more than one thing
 */
public record OperationKey(long step, int bucket, int phase) {
  /** How many operations there can be under one key: the last bits of a packed key count them. */
  static final int OPERATIONS_MOST = 256;

  private static final int ORDINAL_BITS = 8;
  private static final int PHASE_BITS = 7;
  private static final int BUCKET_BITS = 16;
  private static final int STEP_BITS = 32;

  /** Tells packed keys from the numbers of operations that are matched by the order of calls. */
  private static final long MARK = 1L << 63;

  public OperationKey {
    check("step", step, STEP_BITS);
    check("bucket", bucket, BUCKET_BITS);
    check("phase", phase, PHASE_BITS);
  }

  private static void check(String what, long value, int bits) {
    if (value < 0 || value >= 1L << bits) {
      throw new IllegalArgumentException(
          "%s=%d: choose 0 to %d".formatted(what, value, (1L << bits) - 1));
    }
  }

  /** The number of the first operation under this key; the others follow it. */
  long packed() {
    long places = (step << BUCKET_BITS | bucket) << PHASE_BITS | phase;
    return MARK | places << ORDINAL_BITS;
  }

  /** The number of an operation in words: {@code #412}, or {@code (step 7, bucket 2, phase 0)}. */
  static String words(long number) {
    if (number >= 0) {
      return "#" + Purpose.call(number);
    }
    var key = unpacked(number);
    long ordinal = number & (OPERATIONS_MOST - 1);
    return (ordinal == 0 ? "" : "#" + ordinal + " ") + "(" + key + ")";
  }

  private static OperationKey unpacked(long number) {
    long places = (number & ~MARK) >>> ORDINAL_BITS;
    return new OperationKey(
        places >>> (BUCKET_BITS + PHASE_BITS),
        (int) (places >>> PHASE_BITS) & ((1 << BUCKET_BITS) - 1),
        (int) places & ((1 << PHASE_BITS) - 1));
  }

  @Override
  public String toString() {
    return "step %d, bucket %d, phase %d".formatted(step, bucket, phase);
  }
}
