package io.weft.network;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Who is the odd one among ranks that should all do the same. */
public final class Verdict {
  private Verdict() {}

  /**
   * The sentence that names the odd ranks and both sides; empty if all agree. The odd ones are
   * those that differ from most, or where two sides are equally many, from the lowest rank.
   */
  public static Optional<String> on(SortedMap<Integer, Ticket> tickets) {
    var sides = new HashMap<Long, List<Integer>>();
    tickets.forEach(
        (rank, ticket) ->
            sides.computeIfAbsent(ticket.fingerprint(), _ -> new ArrayList<>()).add(rank));
    if (sides.size() < 2) {
      return Optional.empty();
    }
    var most =
        sides.values().stream()
            .max(
                Comparator.<List<Integer>>comparingInt(List::size)
                    .thenComparingInt(side -> -side.getFirst()))
            .orElseThrow();
    int odd =
        tickets.keySet().stream().filter(rank -> !most.contains(rank)).findFirst().orElseThrow();
    return Optional.of(
        "rank %d does not do what the others do: %s on rank %d, but %s on %s; %s"
            .formatted(
                odd,
                tickets.get(odd),
                odd,
                tickets.get(most.getFirst()),
                spoken(most),
                "make all ranks call the same operations with the same arguments"));
  }

  private static String spoken(List<Integer> ranks) {
    var numbers = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + numbers;
  }
}
