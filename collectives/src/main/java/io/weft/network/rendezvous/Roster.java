package io.weft.network.rendezvous;

import io.weft.network.handshake.Frame;
import io.weft.network.socket.Addresses;
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

  /** Of more ranks than this it is not said what became of them. */
  private static final int TRACES_MAX = 3;

  private final int world;
  private final TreeMap<Integer, Peer> present = new TreeMap<>();

  /** What became of ranks that came and are not present. */
  private final TreeMap<Integer, String> traces = new TreeMap<>();

  Roster(int world, Peer master) {
    this.world = world;
    present.put(master.rank(), master);
  }

  /** A rank has come and is to register. */
  void expect(int rank, String address) {
    trace(rank, "came from %s but has not registered: see whether it is frozen", address);
  }

  /** A rank that came has gone without registering. */
  void withdraw(int rank, String address) {
    trace(rank, "came from %s but went before it had registered: look at its log", address);
  }

  private void trace(int rank, String words, Object who) {
    if (rank < world && !present.containsKey(rank)) {
      traces.put(rank, "; rank %d ".formatted(rank) + words.formatted(who));
    }
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
    traces.remove(peer.rank());
    var other = present.putIfAbsent(peer.rank(), peer);
    return other == null
        ? Optional.empty()
        : conflict("%s and %s have the same number: give each its own".formatted(other, peer));
  }

  private static Optional<Frame.Refused> conflict(String sentence) {
    return Optional.of(new Frame.Refused(Frame.Reason.RANKS, sentence));
  }

  void remove(int rank) {
    var peer = present.remove(rank);
    if (peer != null) {
      trace(
          rank,
          "registered from %s but went before all had come",
          Addresses.spoken(peer.address()));
    }
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
            .formatted(
                spoken(limit), world, list(present.keySet()), list(missing), traces() + hint));
  }

  private String traces() {
    return traces.values().stream().limit(TRACES_MAX).collect(Collectors.joining());
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
