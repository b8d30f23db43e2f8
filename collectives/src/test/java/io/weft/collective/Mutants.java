package io.weft.collective;

import io.weft.collective.program.Chunks;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All programs of a collective with one thing wrong in one step of one rank. */
final class Mutants {
  enum Kind {
    DELETED,
    DUPLICATED,
    SWAPPED,
    OTHER_PEER,
    OTHER_CHUNK,
    OTHER_BANK
  }

  /** The programs of all ranks, one of them changed. */
  record Mutant(Kind kind, String change, List<Program> programs) {
    @Override
    public String toString() {
      return kind + " " + change;
    }
  }

  private final List<Program> programs;

  Mutants(List<Program> programs) {
    this.programs = programs;
  }

  Stream<Mutant> all() {
    return IntStream.range(0, programs.size()).boxed().flatMap(this::ofRank);
  }

  private Stream<Mutant> ofRank(int rank) {
    var steps = programs.get(rank).steps();
    return IntStream.range(0, steps.size())
        .boxed()
        .flatMap(
            i ->
                Stream.of(removals(rank, i), swaps(rank, i), replacements(rank, i))
                    .flatMap(Function.identity()));
  }

  private Stream<Mutant> removals(int rank, int i) {
    var less = steps(rank);
    var step = less.remove(i);
    var more = steps(rank);
    more.add(i, step);
    return Stream.of(
        mutant(Kind.DELETED, rank, i, step, less), mutant(Kind.DUPLICATED, rank, i, step, more));
  }

  /** With every later step. */
  private Stream<Mutant> swaps(int rank, int i) {
    return IntStream.range(i + 1, programs.get(rank).steps().size())
        .mapToObj(
            j -> {
              var swapped = steps(rank);
              Collections.swap(swapped, i, j);
              return mutant(Kind.SWAPPED, rank, i, swapped.get(i), swapped);
            });
  }

  private Stream<Mutant> replacements(int rank, int i) {
    var step = programs.get(rank).steps().get(i);
    return Stream.of(
            otherPeers(step).map(other -> replaced(Kind.OTHER_PEER, rank, i, other)),
            otherPlaces(step, this::otherChunks)
                .map(other -> replaced(Kind.OTHER_CHUNK, rank, i, other)),
            otherPlaces(step, Mutants::otherBanks)
                .map(other -> replaced(Kind.OTHER_BANK, rank, i, other)))
        .flatMap(Function.identity());
  }

  private Mutant replaced(Kind kind, int rank, int i, Step other) {
    var changed = steps(rank);
    changed.set(i, other);
    return mutant(kind, rank, i, other, changed);
  }

  private List<Step> steps(int rank) {
    return new ArrayList<>(programs.get(rank).steps());
  }

  private Mutant mutant(Kind kind, int rank, int i, Step step, List<Step> steps) {
    var all = new ArrayList<>(programs);
    all.set(rank, programs.get(rank).withSteps(steps));
    return new Mutant(kind, "rank %d step %d: %s".formatted(rank, i, step), all);
  }

  private Stream<Step> otherPeers(Step step) {
    int n = programs.size();
    return switch (step) {
      case Send(var peer, var from) -> except(n, peer).mapToObj(p -> new Send(p, from));
      case Receive(var peer, var to) -> except(n, peer).mapToObj(p -> new Receive(p, to));
      case Put(var peer, var from, var to) -> except(n, peer).mapToObj(p -> new Put(p, from, to));
      case Get(var peer, var from, var to) -> except(n, peer).mapToObj(p -> new Get(p, from, to));
      case Signal(var peer) -> except(n, peer).mapToObj(Signal::new);
      case Wait(var peer) -> except(n, peer).mapToObj(Wait::new);
      case Copy _, Combine _ -> Stream.of();
    };
  }

  private static IntStream except(int n, int number) {
    return IntStream.range(0, n).filter(other -> other != number);
  }

  private static Stream<Step> otherPlaces(Step step, Function<Place, Stream<Place>> others) {
    return switch (step) {
      case Send(var peer, var from) -> others.apply(from).map(other -> new Send(peer, other));
      case Receive(var peer, var to) -> others.apply(to).map(other -> new Receive(peer, other));
      case Put(var peer, var from, var to) ->
          Stream.concat(
              others.apply(from).map(other -> new Put(peer, other, to)),
              others.apply(to).map(other -> new Put(peer, from, other)));
      case Get(var peer, var from, var to) ->
          Stream.concat(
              others.apply(from).map(other -> new Get(peer, other, to)),
              others.apply(to).map(other -> new Get(peer, from, other)));
      case Copy(var from, var to) ->
          Stream.concat(
              others.apply(from).map(other -> new Copy(other, to)),
              others.apply(to).map(other -> new Copy(from, other)));
      case Combine(var operator, var sources, var to) ->
          Stream.concat(
              others.apply(to).map(other -> new Combine(operator, sources, other)),
              IntStream.range(0, sources.size())
                  .boxed()
                  .flatMap(
                      i ->
                          others
                              .apply(sources.get(i))
                              .map(other -> new Combine(operator, with(sources, i, other), to))));
      case Signal _, Wait _ -> Stream.of();
    };
  }

  private static List<Place> with(List<Place> places, int index, Place other) {
    var changed = new ArrayList<>(places);
    changed.set(index, other);
    return changed;
  }

  /** One chunk of the place at a time, replaced by each other one. */
  private Stream<Place> otherChunks(Place place) {
    int chunkCount = programs.getFirst().chunkCount();
    var chunks = place.chunks();
    return IntStream.range(0, chunks.size())
        .boxed()
        .flatMap(
            i ->
                except(chunkCount, chunks.get(i))
                    .mapToObj(
                        other -> {
                          int[] numbers = chunks.stream().toArray();
                          numbers[i] = other;
                          return new Place(place.bank(), Chunks.of(numbers));
                        }));
  }

  private static Stream<Place> otherBanks(Place place) {
    return IntStream.rangeClosed(Place.INPUT, 2)
        .filter(bank -> bank != place.bank())
        .mapToObj(bank -> new Place(bank, place.chunks()));
  }
}
