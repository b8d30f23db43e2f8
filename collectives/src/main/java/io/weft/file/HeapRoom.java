package io.weft.file;

/** How much one file may take of the memory that this process has left for objects. */
public final class HeapRoom {
  /** The rest is for all that is not read from files, and for collecting garbage. */
  private static final double SHARE = 0.75;

  private HeapRoom() {}

  /** In bytes, as of now. */
  public static long bytes() {
    var runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return (long) (SHARE * Math.max(0, runtime.maxMemory() - used));
  }
}
