package io.weft.flow;

import io.weft.network.rendezvous.Peer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A peer has been silent for too long: it is lost, or this rank is cut off. Who still hears another
 * host is not; who hears none cannot know. Pure.
 *
 * @param own this rank
 * @param lost the peer
 * @param length of its silence, in words
 * @param elsewhere all ranks on other hosts that have not left
 * @param silent those of them that are silent for nearly as long
 */
record Silence(Peer own, Peer lost, String length, List<Peer> elsewhere, List<Peer> silent) {
  /** What happened, without regard to who hears it. */
  String sentence() {
    if (!elsewhere.contains(lost)) {
      return loss() + "; see whether it still runs";
    }
    return silent.containsAll(elsewhere)
        ? cutOff()
        : loss() + "; see whether it still runs, and whether its host can be reached";
  }

  private String loss() {
    return "%s is lost: it has been silent for %s".formatted(lost, length);
  }

  private String cutOff() {
    var others = silent.stream().filter(peer -> !peer.equals(lost)).map(Peer::rank).toList();
    return "%s hears no other host and may itself be cut off: %s has been silent for %s%s; see %s"
        .formatted(
            own,
            lost,
            length,
            others.isEmpty() ? "" : ", and nearly as long " + words(others),
            "whether its own host is connected, and whether the others still run");
  }

  private static String words(List<Integer> ranks) {
    return ranks.stream()
        .map(rank -> Integer.toString(rank))
        .collect(Collectors.joining(", ", ranks.size() == 1 ? "rank " : "ranks ", ""));
  }
}
