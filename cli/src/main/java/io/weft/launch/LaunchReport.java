package io.weft.launch;

import io.weft.cli.ExitCode;
import io.weft.launch.RankReport.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a job ended.
 *
 * @param ranks the culprit first if there is one, then by rank
 * @param survivors processes that did not even end by SIGKILL, because a device holds them
 */
public record LaunchReport(List<RankReport> ranks, List<Long> survivors) {
  public LaunchReport {
    ranks = List.copyOf(ranks);
    survivors = List.copyOf(survivors);
  }

  public Optional<RankReport> culprit() {
    return ranks.stream().filter(rank -> rank.outcome() == Outcome.CULPRIT).findFirst();
  }

  /** The exit code of the culprit; of a frozen one, which had none, that of those who lost it. */
  public int exitCode() {
    return culprit()
        .map(RankReport::ending)
        .map(how -> how.frozen() ? ExitCode.PEER_LOST.code() : how.exitCode())
        .orElse(ExitCode.OK.code());
  }

  /** The sentence that a failure is: who, where, how, when. */
  public static String sentence(RankReport culprit) {
    return String.format(
        Locale.ROOT,
        "rank %d on %s %s after %.1f s",
        culprit.rank(),
        culprit.host(),
        culprit.ending(),
        culprit.seconds());
  }

  /** The whole story of a failure as one block of lines. */
  public String block(RankReport culprit) {
    var block = new StringBuilder(sentence(culprit));
    if (culprit.lastLines().isEmpty()) {
      block.append("; it wrote nothing");
    } else {
      block.append("; its last lines:");
      culprit.lastLines().forEach(line -> block.append("\n  | ").append(line));
    }
    listed(Outcome.COLLATERAL)
        .ifPresent(those -> block.append("\n  collateral, stopped because of it: ").append(those));
    listed(Outcome.SUCCEEDED)
        .ifPresent(those -> block.append("\n  had ended well before: ").append(those));
    return block.append("\n  its log: ").append(culprit.log()).toString();
  }

  private Optional<String> listed(Outcome outcome) {
    var those = ranks.stream().filter(rank -> rank.outcome() == outcome).toList();
    return those.isEmpty()
        ? Optional.empty()
        : Optional.of(
            those.stream()
                .map(rank -> Integer.toString(rank.rank()))
                .collect(Collectors.joining(", ", those.size() == 1 ? "rank " : "ranks ", "")));
  }
}
