package io.weft.diagnosis;

import io.weft.report.Quantity;
import java.util.OptionalLong;

/**
 * How many ranks a machine carries: as many as its memory holds, and at most {@value
 * #RANKS_PER_CORE} for each core, beyond which they wait for each other until they count as lost.
 *
 * @param memoryBytes what is available; empty where the system does not tell
 */
public record Capacity(int cores, OptionalLong memoryBytes) {
  public static final int RANKS_PER_CORE = 8;

  public Capacity {
    if (cores < 1) {
      throw new IllegalArgumentException("cores=%d: a machine has at least 1".formatted(cores));
    }
  }

  /** What this process is granted of this machine, by its control groups too. */
  public static Capacity ofThisMachine() {
    return of(SystemFiles.OF_THIS_MACHINE, Runtime.getRuntime().availableProcessors());
  }

  static Capacity of(SystemFiles files, int cores) {
    var available = MemoryCheck.available(files);
    var limit = new ControlGroup(files).memoryBytes();
    boolean limited = limit.isPresent() && limit.getAsLong() < available.orElse(Long.MAX_VALUE);
    return new Capacity(cores, limited ? limit : available);
  }

  /** How many ranks fit that need so much memory each, at least one. */
  public int fitting(long bytesEach) {
    return Math.toIntExact(Math.clamp(byMemory(bytesEach), 1, byCores()));
  }

  /** Whether memory carries a single rank, which is never refused. */
  public boolean carriesOne(long bytesEach) {
    return byMemory(bytesEach) > 0;
  }

  /** What sets the limit, in words. */
  public String limit(long bytesEach) {
    long byMemory = byMemory(bytesEach);
    if (!carriesOne(bytesEach)) {
      return "not even one rank, which needs %s, fits into the %s of memory that are available"
          .formatted(bytes(bytesEach), bytes(memoryBytes.orElseThrow()));
    }
    return byMemory < byCores()
        ? "%d ranks fit into the %s of memory that are available, at %s each"
            .formatted(byMemory, bytes(memoryBytes.orElseThrow()), bytes(bytesEach))
        : "%d ranks fit on %s, at %d for each core"
            .formatted(byCores(), cores == 1 ? "1 core" : cores + " cores", RANKS_PER_CORE);
  }

  private int byCores() {
    return RANKS_PER_CORE * cores;
  }

  private long byMemory(long bytesEach) {
    boolean known = memoryBytes.isPresent() && bytesEach > 0;
    return known ? memoryBytes.getAsLong() / bytesEach : Long.MAX_VALUE;
  }

  private static String bytes(long bytes) {
    return Quantity.bytes((double) bytes);
  }
}
