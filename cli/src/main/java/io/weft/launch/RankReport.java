package io.weft.launch;

import java.nio.file.Path;
import java.util.List;

/**
 * How one rank ended.
 *
 * @param seconds since the job was started
 * @param lastLines of its log
 */
public record RankReport(
    int rank,
    String host,
    long pid,
    Outcome outcome,
    Ending ending,
    double seconds,
    Path log,
    List<String> lastLines) {

  /** What a rank has to do with the end of its job. */
  public enum Outcome {
    SUCCEEDED,
    /** The one that failed first. */
    CULPRIT,
    /** Failed after the culprit did: most were stopped by us. */
    COLLATERAL
  }

  public RankReport {
    lastLines = List.copyOf(lastLines);
  }
}
