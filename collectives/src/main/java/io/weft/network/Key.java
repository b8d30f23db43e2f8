package io.weft.network;

/**
 * The name of an operation, the same on all ranks that take part in it, so that operations of
 * different groups, or several at once, never take each other's bytes.
 *
 * @param group the group of ranks that does the operation
 * @param number which of the group's operations it is
 */
public record Key(long group, long number) {
  /** What the operation is for. */
  public Purpose purpose() {
    return Purpose.of(number);
  }
}
