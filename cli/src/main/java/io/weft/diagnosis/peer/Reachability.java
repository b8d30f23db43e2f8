package io.weft.diagnosis.peer;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who reaches whom, as far as one doctor knows.
 *
 * @param self who knows it
 * @param reports for each host that has reported, ourselves among them, whom it reached
 * @param heard who has called us, whether or not it could report
 */
record Reachability(int self, Map<Integer, List<Boolean>> reports, Set<Integer> heard) {
  enum Answer {
    YES,
    NO,
    UNKNOWN
  }

  /** Which way a connection can be made between two hosts. */
  enum Between {
    BOTH_WAYS,
    ONLY_FORTH,
    ONLY_BACK,
    NEITHER_WAY,
    /** One of them has not told. */
    UNKNOWN
  }

  Answer reaches(int from, int to) {
    var report = reports.get(from);
    if (report != null) {
      return report.get(to) ? Answer.YES : Answer.NO;
    }
    return to == self && heard.contains(from) ? Answer.YES : Answer.UNKNOWN;
  }

  /** From {@code one} to {@code other} is forth. */
  Between between(int one, int other) {
    var forth = reaches(one, other);
    var back = reaches(other, one);
    if (forth == Answer.UNKNOWN || back == Answer.UNKNOWN) {
      return Between.UNKNOWN;
    }
    if (forth == Answer.YES) {
      return back == Answer.YES ? Between.BOTH_WAYS : Between.ONLY_FORTH;
    }
    return back == Answer.YES ? Between.ONLY_BACK : Between.NEITHER_WAY;
  }

  /** Whether a doctor runs there: it has spoken to us, or to somebody who told us. */
  boolean runs(int host) {
    return reports.containsKey(host)
        || heard.contains(host)
        || reports.values().stream().anyMatch(report -> report.get(host));
  }
}
