package io.weft.recording;

/**
 * By what ranks match an operation.
 *
 * @param number starts with 8 or above where operations were matched by a key of their own, and
 *     counts calls otherwise; both are 16 hexadecimal digits
 */
public record OperationKey(String group, String number) {
  /** Whether a rank that has done the later one has begun the other before. */
  boolean precedes(OperationKey other) {
    return group.equals(other.group)
        && counted()
        && other.counted()
        && number.compareTo(other.number) < 0;
  }

  private boolean counted() {
    return number.compareTo("8") < 0;
  }
}
