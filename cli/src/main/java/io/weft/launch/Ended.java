package io.weft.launch;

/** A rank ended, so long after the job was started. */
record Ended(int rank, Ending ending, double seconds) {
  boolean good() {
    return ending.good();
  }
}
