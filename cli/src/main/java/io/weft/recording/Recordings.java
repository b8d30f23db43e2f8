package io.weft.recording;

import io.weft.recording.Difference.Absence;
import io.weft.recording.Difference.Disagreement;
import io.weft.recording.Difference.None;
import io.weft.recording.Difference.Side;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The recordings of several ranks of one run, with their operations matched by key. */
public final class Recordings {
  /** Ranks that meet start within the time of a rendezvous; clocks may differ on top. */
  private static final Duration STARTS_APART_MOST = Duration.ofHours(1);

  /** An operation as far as ranks have it, by rank. */
  private record Matched(
      OperationKey key, Instant began, SortedMap<Integer, RecordedOperation> byRank) {}

  private final SortedMap<Integer, Recording> byRank = new TreeMap<>();

  /** In the order in which the first rank began them. */
  private final List<Matched> operations;

  /** Takes recordings of different ranks of the same run; others are refused. */
  public Recordings(List<Recording> recordings) {
    var first = recordings.getFirst();
    for (var recording : recordings) {
      checkSameRun(first, recording);
      var other = byRank.put(recording.rank(), recording);
      if (other != null) {
        throw new IllegalArgumentException(
            "%s and %s are both of rank %d: give one recording of each rank"
                .formatted(other.source(), recording.source(), recording.rank()));
      }
    }
    this.operations = matched();
  }

  private static void checkSameRun(Recording one, Recording other) {
    boolean apart =
        Duration.between(one.started(), other.started()).abs().compareTo(STARTS_APART_MOST) > 0;
    if (one.ranks() != other.ranks() || !one.version().equals(other.version()) || apart) {
      throw new IllegalArgumentException(
          "%s and %s are not of the same run: %s, and %s"
              .formatted(one.source(), other.source(), run(one), run(other)));
    }
  }

  private static String run(Recording recording) {
    return "%d ranks of version %s from %s"
        .formatted(recording.ranks(), recording.version(), recording.started());
  }

  private List<Matched> matched() {
    Map<OperationKey, SortedMap<Integer, RecordedOperation>> found = new HashMap<>();
    for (var recording : byRank.values()) {
      for (var operation : recording.operations()) {
        found
            .computeIfAbsent(operation.key(), _ -> new TreeMap<>())
            .put(recording.rank(), operation);
      }
    }
    return found.entrySet().stream()
        .map(entry -> new Matched(entry.getKey(), began(entry.getValue()), entry.getValue()))
        .sorted(Comparator.comparing(Matched::began))
        .toList();
  }

  private static Instant began(SortedMap<Integer, RecordedOperation> byRank) {
    return byRank.values().stream()
        .map(RecordedOperation::began)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** By rank. */
  public List<Recording> all() {
    return List.copyOf(byRank.values());
  }

  /** The ranks of the run of which there is no recording. */
  public List<Integer> absentRanks() {
    return IntStream.range(0, all().getFirst().ranks())
        .filter(rank -> !byRank.containsKey(rank))
        .boxed()
        .toList();
  }

  /** The first operation at which ranks part. */
  public Difference difference() {
    return operations.stream()
        .map(this::differenceAt)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(() -> new None(operations.size()));
  }

  private Optional<Difference> differenceAt(Matched operation) {
    Map<String, List<Integer>> sides = new HashMap<>();
    operation.byRank.forEach(
        (rank, it) -> sides.computeIfAbsent(it.fingerprint(), _ -> new ArrayList<>()).add(rank));
    if (sides.size() > 1) {
      return Optional.of(disagreement(operation, List.copyOf(sides.values())));
    }
    var missing =
        operation.byRank.values().stream()
            .flatMap(it -> it.members().stream())
            .distinct()
            .sorted()
            .filter(rank -> neverBegan(rank, operation))
            .toList();
    return missing.isEmpty() ? Optional.empty() : Optional.of(absence(operation, missing));
  }

  private boolean neverBegan(int rank, Matched operation) {
    var recording = byRank.get(rank);
    return recording != null
        && !operation.byRank.containsKey(rank)
        && !recording.mayHaveForgotten(operation.key, operation.began);
  }

  /** Most are right, or where two sides are equally many, the one with the lowest rank. */
  private static Disagreement disagreement(Matched operation, List<List<Integer>> sides) {
    var usual =
        sides.stream()
            .max(
                Comparator.<List<Integer>>comparingInt(List::size)
                    .thenComparingInt(side -> -side.getFirst()))
            .orElseThrow();
    var odd =
        sides.stream()
            .filter(side -> !side.equals(usual))
            .min(Comparator.comparingInt(List::getFirst))
            .orElseThrow();
    return new Disagreement(operation.key, side(operation, odd), side(operation, usual));
  }

  private static Side side(Matched operation, List<Integer> ranks) {
    return new Side(ranks, words(operation, ranks.getFirst()));
  }

  private static String words(Matched operation, int rank) {
    var found = operation.byRank.get(rank);
    if (found == null) {
      throw new AssertionError("rank " + rank + " has no " + operation.key);
    }
    return found.words();
  }

  private static Absence absence(Matched operation, List<Integer> missing) {
    var began = List.copyOf(operation.byRank.keySet());
    return new Absence(
        operation.key,
        words(operation, began.getFirst()),
        missing,
        began,
        operation.byRank.values().stream().noneMatch(RecordedOperation::isDone));
  }

  /**
   * An operation in one form that ranks had in mind.
   *
   * @param byRank those that had it in mind
   */
  public record Row(String words, SortedMap<Integer, RecordedOperation> byRank) {}

  /** The operations around a difference, or the last ones where there is none. */
  public List<Row> around(Difference difference, int before, int after) {
    int place =
        switch (difference) {
          case Disagreement(var key, _, _) -> indexOf(key);
          case Absence(var key, _, _, _, _) -> indexOf(key);
          case None _ -> operations.size() - 1;
        };
    return operations.stream()
        .skip(Math.max(0, place - before))
        .limit(Math.min(place, before) + 1L + after)
        .flatMap(operation -> rows(operation).stream())
        .toList();
  }

  private int indexOf(OperationKey key) {
    return IntStream.range(0, operations.size())
        .filter(index -> operations.get(index).key.equals(key))
        .findFirst()
        .orElseThrow();
  }

  private static List<Row> rows(Matched operation) {
    var byWords = new TreeMap<String, SortedMap<Integer, RecordedOperation>>();
    operation.byRank.forEach(
        (rank, it) -> byWords.computeIfAbsent(it.words(), _ -> new TreeMap<>()).put(rank, it));
    return byWords.entrySet().stream().map(it -> new Row(it.getKey(), it.getValue())).toList();
  }
}
