package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.launch.RankReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

record RunRankEvent(
    int rank,
    String host,
    long pid,
    RankReport.Outcome outcome,
    int exitCode,
    @Nullable String signal,
    boolean frozen,
    double seconds,
    String log,
    List<String> lastLines)
    implements JsonEvent {

  static RunRankEvent of(RankReport rank) {
    return new RunRankEvent(
        rank.rank(),
        rank.host(),
        rank.pid(),
        rank.outcome(),
        rank.ending().exitCode(),
        rank.ending().signal().orElse(null),
        rank.ending().frozen(),
        rank.seconds(),
        rank.log().toString(),
        rank.lastLines());
  }
}
