package io.weft.compression;

/** How a value lies on the ranks. */
public enum Holding {
  /** Each rank has a value of its own. */
  LOCAL("differs from rank to rank"),
  /** Rank r has block r of a value, and nobody has all of it. */
  SHARDED("lies in shards"),
  /** All ranks have the same value, bit for bit. */
  SAME("is the same on all ranks");

  private final String sentence;

  Holding(String sentence) {
    this.sentence = sentence;
  }

  /** As the end of a sentence: {@code is the same on all ranks}. */
  String sentence() {
    return sentence;
  }
}
