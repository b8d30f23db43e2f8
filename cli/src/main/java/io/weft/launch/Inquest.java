package io.weft.launch;

import io.weft.cli.ExitCode;
import io.weft.launch.RankReport.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out whose fault it was. */
final class Inquest {
  /** What a rank that was sent SIGKILL has to end with, sooner or later. */
  private static final Ending KILLED = new Ending(128 + 9);

  private final Launch launch;
  private final List<Ended> ended;
  private final Optional<Ended> culprit;

  /** {@code ended} is in the order in which it happened; a rank may be missing. */
  Inquest(Launch launch, List<Ended> ended, Optional<Ended> culprit) {
    this.launch = launch;
    this.ended = List.copyOf(ended);
    this.culprit = culprit;
  }

  LaunchReport report(List<RankProcess> ranks, List<Long> survivors) {
    var reports = new ArrayList<RankReport>();
    for (RankProcess rank : ranks) {
      var report = report(rank);
      if (report.outcome() == Outcome.CULPRIT) {
        reports.addFirst(report);
      } else {
        reports.addLast(report);
      }
    }
    return new LaunchReport(reports, survivors);
  }

  /**
   * The first that failed by itself; but a rank that failed because it lost a peer accuses another,
   * which is therefore preferred if it failed too.
   */
  static Optional<Ended> culprit(List<Ended> ended) {
    var failed = ended.stream().filter(rank -> !rank.good()).toList();
    int lost = ExitCode.PEER_LOST.code();
    return failed.stream()
        .filter(rank -> rank.ending().exitCode() != lost)
        .findFirst()
        .or(() -> failed.stream().findFirst());
  }

  private RankReport report(RankProcess rank) {
    var how =
        ended.stream()
            .filter(one -> one.rank() == rank.rank())
            .findFirst()
            .orElseGet(() -> new Ended(rank.rank(), KILLED, ended.getLast().seconds()));
    return new RankReport(
        rank.rank(),
        HostName.current(),
        rank.process().pid(),
        outcome(how),
        how.ending(),
        how.seconds(),
        launch.log(rank.rank()),
        rank.lastLines());
  }

  private Outcome outcome(Ended rank) {
    if (rank.good()) {
      return Outcome.SUCCEEDED;
    }
    return culprit.filter(rank::equals).isPresent() ? Outcome.CULPRIT : Outcome.COLLATERAL;
  }
}
