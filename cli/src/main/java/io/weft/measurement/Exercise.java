package io.weft.measurement;

/** What a rank does again and again together with the others; for one thread. */
interface Exercise extends AutoCloseable {
  /** Puts into memory what this rank brings to a checked run. */
  void fill();

  /** Does it once on whatever the memory holds. */
  void operate();

  /** Makes one element of rank 0 wrong, to see that it is counted. */
  void spoil();

  /** How many elements of the checked run are not what they should be. */
  long wrong();

  /** Zeros, of which any number of runs makes zeros again. */
  void clear();

  @Override
  void close();
}
