package io.weft.launch;

import io.weft.cli.ExitCode;
import io.weft.launch.RankReport.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out whose fault it was. */
final class Inquest {
  /** What a rank that was sent SIGKILL has to end with, sooner or later. */
  private static final int KILLED = 128 + 9;

  private final Launch launch;
  private final List<Ended> ended;
  private final Optional<Culprit> culprit;

  /**
   * The rank whose fault it was.
   *
   * @param frozen whether it has not failed, but was stopped by a signal
   */
  record Culprit(int rank, boolean frozen) {}

  /** {@code ended} is in the order in which it happened; a rank may be missing. */
  Inquest(Launch launch, List<Ended> ended, Optional<Culprit> culprit) {
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
   * which is therefore preferred if it failed too, or is frozen.
   *
   * @param frozen the ranks that a signal has stopped
   */
  static Optional<Culprit> culprit(List<Ended> ended, List<Integer> frozen) {
    if (isOpen(ended) && !frozen.isEmpty()) {
      return Optional.of(new Culprit(frozen.getFirst(), true));
    }
    var failed = ended.stream().filter(rank -> !rank.good()).toList();
    return failed.stream()
        .filter(rank -> !accuses(rank))
        .findFirst()
        .or(() -> failed.stream().findFirst())
        .map(rank -> new Culprit(rank.rank(), false));
  }

  /** Whether all that failed accuse another, who has not failed yet. */
  static boolean isOpen(List<Ended> ended) {
    var failed = ended.stream().filter(rank -> !rank.good()).toList();
    return !failed.isEmpty() && failed.stream().allMatch(Inquest::accuses);
  }

  private static boolean accuses(Ended rank) {
    return rank.ending().exitCode() == ExitCode.PEER_LOST.code();
  }

  private RankReport report(RankProcess rank) {
    var how =
        ended.stream()
            .filter(one -> one.rank() == rank.rank())
            .findFirst()
            .orElseGet(() -> new Ended(rank.rank(), new Ending(KILLED), ended.getLast().seconds()));
    boolean frozen = culprit.filter(new Culprit(rank.rank(), true)::equals).isPresent();
    return new RankReport(
        rank.rank(),
        HostName.current(),
        rank.process().pid(),
        outcome(how),
        new Ending(how.ending().exitCode(), frozen),
        how.seconds(),
        launch.log(rank.rank()),
        rank.lastLines());
  }

  private Outcome outcome(Ended rank) {
    if (rank.good()) {
      return Outcome.SUCCEEDED;
    }
    boolean guilty = culprit.filter(one -> one.rank() == rank.rank()).isPresent();
    return guilty ? Outcome.CULPRIT : Outcome.COLLATERAL;
  }
}
