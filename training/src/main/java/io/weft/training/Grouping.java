package io.weft.training;

/** What travels together. */
public sealed interface Grouping {
  /**
   * Buckets in the order in which backward is expected to complete gradients.
   *
   * @param bytes how large a bucket may grow; 0 for one per parameter
   */
  record Fixed(long bytes) implements Grouping {
    public Fixed {
      checkBytes("buckets", bytes, 0);
    }
  }

  /**
   * Every parameter by itself and in parts, of which the next forward's most urgent go first.
   *
   * @param bytes how large a part may be
   * @param credit how many bytes may be under way before something no more urgent starts
   */
  record Parts(long bytes, long credit) implements Grouping {
    public Parts {
      checkBytes("parts", bytes, 1);
      checkBytes("credit", credit, bytes);
    }
  }

  private static void checkBytes(String what, long bytes, long least) {
    if (bytes < least) {
      throw new IllegalArgumentException(
          "%s of %d bytes: at least %d".formatted(what, bytes, least));
    }
  }
}
