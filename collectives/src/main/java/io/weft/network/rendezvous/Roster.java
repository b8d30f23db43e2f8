package io.weft.network.rendezvous;

import io.weft.network.handshake.Frame;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Who has come to the master, and who is missing. */
final class Roster {
  /** More ranks than this are counted, not listed. */
  private static final int LISTED_MAX = 16;

  private final int world;
  private final TreeMap<Integer, Peer> present = new TreeMap<>();

  Roster(int world, Peer master) {
    this.world = world;
    present.put(master.rank(), master);
  }

  /** Puts a rank on the list, or says why the meeting must fail. */
  Optional<Frame.Refused> admit(Peer peer, int itsWorld) {
    if (itsWorld != world) {
      return conflict(
          "%s belongs to a world of %d ranks, rank 0 to one of %d: start all with the same world"
              .formatted(peer, itsWorld, world));
    }
    if (peer.rank() >= world) {
      return conflict(
          "%s is not within the world of %d: ranks are 0 to %d".formatted(peer, world, world - 1));
    }
    var other = present.putIfAbsent(peer.rank(), peer);
    return other == null
        ? Optional.empty()
        : conflict("%s and %s have the same number: give each its own".formatted(other, peer));
  }

  private static Optional<Frame.Refused> conflict(String sentence) {
    return Optional.of(new Frame.Refused(Frame.Reason.RANKS, sentence));
  }

  void remove(int rank) {
    present.remove(rank);
  }

  boolean complete() {
    return present.size() == world;
  }

  Set<Integer> ranks() {
    return Set.copyOf(present.keySet());
  }

  /** In the order of their ranks. */
  List<Peer> peers() {
    return List.copyOf(present.values());
  }

  Peer peer(int rank) {
    return peers().get(rank);
  }

  /**
   * The end of waiting for ranks that did not come.
   *
   * @param hint what may be the reason, to follow the list of those that are missing
   */
  Frame.Refused late(Duration limit, String hint) {
    var missing = new TreeSet<>(IntStream.range(0, world).boxed().toList());
    missing.removeAll(present.keySet());
    return timeout(
        "the rendezvous timed out after %s: of %d ranks came %s; missing: %s%s; "
            .formatted(spoken(limit), world, list(present.keySet()), list(missing), hint));
  }

  /** The end of waiting for ranks that came but did not get connected with all others. */
  Frame.Refused unconnected(Duration limit, Collection<Integer> connected) {
    var slow = new TreeSet<>(present.keySet());
    slow.remove(0);
    slow.removeAll(connected);
    return timeout(
        "the rendezvous timed out after %s: all %d ranks came; not connected with all others: %s; "
            .formatted(spoken(limit), world, list(slow)));
  }

  private static Frame.Refused timeout(String sentence) {
    return new Frame.Refused(
        Frame.Reason.TIMEOUT, sentence + "look at these ranks, or raise the timeout");
  }

  private static String spoken(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }

  private static String list(Collection<Integer> ranks) {
    var listed =
        ranks.stream().limit(LISTED_MAX).map(String::valueOf).collect(Collectors.joining(", "));
    int more = ranks.size() - LISTED_MAX;
    return more > 0 ? "%s and %d more".formatted(listed, more) : listed;
  }
}
