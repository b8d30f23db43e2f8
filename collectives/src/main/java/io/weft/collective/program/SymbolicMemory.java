package io.weft.collective.program;

import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memories of all ranks during a proof: what each chunk holds, and by whom and when it was
 * touched. When is a vector clock: access <i>a</i> comes before access <i>b</i> in every
 * interleaving exactly if the clock of <i>b</i> has seen <i>a</i>.
 */
final class SymbolicMemory implements Walk.Reader {
  /** What a message or a signal carries: contents, and all that its sender knew. */
  private static final class Envelope {
    private final Place from;
    private final List<Contribution> contents;
    private final int[] known;
    private int @Nullable [] knownByTaker;

    Envelope(Place from, List<Contribution> contents, int[] known) {
      this.from = from;
      this.contents = contents;
      this.known = known;
    }
  }

  private record Location(int bank, int chunk) {}

  private record Access(int rank, int tick) {}

  private static final class Cell {
    @Nullable Contribution content;
    @Nullable Access written;
    final List<Access> readSince = new ArrayList<>();
  }

  private static final Place NOWHERE = Place.data(Chunks.of());

  private final Collective collective;
  private final int chunkCount;
  private final Law law;
  private final Contribution.Pool pool;
  private final List<Map<Location, Cell>> cells = new ArrayList<>();
  private final int[][] clocks;

  /** By number of message or signal. */
  private final List<Envelope> envelopes = new ArrayList<>();

  SymbolicMemory(Program shape, Contribution.Pool pool) {
    this.collective = shape.collective();
    this.chunkCount = shape.chunkCount();
    this.law = new Law(collective, chunkCount);
    this.pool = pool;
    this.clocks = new int[collective.ranks()][collective.ranks()];
    for (int rank = 0; rank < collective.ranks(); rank++) {
      cells.add(new HashMap<>());
      clocks[rank][rank] = 1;
    }
  }

  @Override
  public double now(int rank) {
    return clocks[rank][rank];
  }

  @Override
  public void sent(int rank, Send step, int message) {
    checkPeer(rank, step.peer(), step);
    var contents = load(rank, rank, step.from());
    envelopes.add(new Envelope(step.from(), contents, publish(rank)));
  }

  @Override
  public void received(int rank, Receive step, int number) {
    var message = envelopes.get(number);
    checkPeer(rank, step.peer(), step);
    learn(rank, message.known);
    // The bytes leave the sender's memory only now, so this is when they must not change.
    load(rank, step.peer(), message.from);
    checkSizes(step.peer(), message.from, rank, step.to());
    store(rank, rank, step.to(), message.contents);
    message.knownByTaker = publish(rank);
  }

  @Override
  public void drained(int rank, int message) {
    var known = envelopes.get(message).knownByTaker;
    if (known != null) {
      learn(rank, known);
    }
  }

  @Override
  public void signalled(int rank, Signal step, int signal) {
    checkPeer(rank, step.peer(), step);
    envelopes.add(new Envelope(NOWHERE, List.of(), publish(rank)));
  }

  @Override
  public void awaited(int rank, Wait step, int signal) {
    checkPeer(rank, step.peer(), step);
    learn(rank, envelopes.get(signal).known);
    publish(rank);
  }

  @Override
  public void performed(int rank, Step step) {
    switch (step) {
      case Put(var peer, var from, var to) -> {
        checkRemote(rank, peer, to, step);
        move(rank, rank, from, peer, to);
      }
      case Get(var peer, var from, var to) -> {
        checkRemote(rank, peer, from, step);
        move(rank, peer, from, rank, to);
      }
      case Copy(var from, var to) -> move(rank, rank, from, rank, to);
      case Combine(var operator, var sources, var to) -> combine(rank, operator, sources, to);
      case Send _, Receive _, Signal _, Wait _ -> throw new AssertionError("not a local step");
    }
    publish(rank);
  }

  private void combine(int rank, Operator operator, List<Place> sources, Place to) {
    var loaded = new ArrayList<List<Contribution>>();
    for (var source : sources) {
      checkSizes(rank, source, rank, to);
      loaded.add(load(rank, rank, source));
    }
    var results = new ArrayList<Contribution>();
    for (int i = 0; i < to.chunks().size(); i++) {
      int index = i;
      results.add(pool.fold(operator, loaded.stream().map(parts -> parts.get(index)).toList()));
    }
    store(rank, rank, to, results);
  }

  private void move(int rank, int source, Place from, int target, Place to) {
    checkSizes(source, from, target, to);
    store(rank, target, to, load(rank, source, from));
  }

  private List<Contribution> load(int reader, int rank, Place place) {
    var contents = new ArrayList<Contribution>();
    for (int i = 0; i < place.chunks().size(); i++) {
      var cell = cell(rank, place.bank(), place.chunks().get(i));
      if (cell.content == null) {
        throw new Refuted(
            "rank %d reads chunk %d of %s of rank %d before anything was written there"
                .formatted(reader, place.chunks().get(i), place, rank));
      }
      checkOrdered(reader, cell.written, rank, place);
      cell.readSince.add(new Access(reader, clocks[reader][reader]));
      contents.add(cell.content);
    }
    return contents;
  }

  private void store(int writer, int rank, Place place, List<Contribution> contents) {
    if (place.bank() == Place.INPUT) {
      throw new Refuted("rank %d writes %s, which is read-only".formatted(writer, place));
    }
    for (int i = 0; i < place.chunks().size(); i++) {
      var cell = cell(rank, place.bank(), place.chunks().get(i));
      checkOrdered(writer, cell.written, rank, place);
      for (var read : cell.readSince) {
        checkOrdered(writer, read, rank, place);
      }
      cell.readSince.clear();
      cell.written = new Access(writer, clocks[writer][writer]);
      cell.content = contents.get(i);
    }
  }

  private Cell cell(int rank, int bank, int chunk) {
    if (chunk < 0 || chunk >= chunkCount || !law.present(rank, bank, chunk)) {
      throw new Refuted(
          "rank %d has no chunk %d in bank %d to be touched".formatted(rank, chunk, bank));
    }
    return cells
        .get(rank)
        .computeIfAbsent(new Location(bank, chunk), _ -> fresh(rank, bank, chunk));
  }

  /** Memory as the caller handed it over, at the beginning of the rank's program. */
  private Cell fresh(int rank, int bank, int chunk) {
    var cell = new Cell();
    cell.written = new Access(rank, 1);
    if (law.brings(rank, bank, chunk)) {
      cell.content = pool.own(rank, chunk);
    }
    return cell;
  }

  private void checkOrdered(int rank, @Nullable Access earlier, int owner, Place place) {
    if (earlier != null && clocks[rank][earlier.rank] < earlier.tick) {
      throw new Refuted(
          "race: ranks %d and %d touch %s of rank %d in no fixed order"
              .formatted(earlier.rank, rank, place, owner));
    }
  }

  /** Chunk sizes may differ, so what is moved must be as large as the place it is moved to. */
  private void checkSizes(int source, Place from, int target, Place to) {
    boolean fits = from.chunks().size() == to.chunks().size();
    if (fits && collective.operation() != Operation.ALL_TO_ALL) {
      fits = from.chunks().equals(to.chunks());
    }
    if (!fits) {
      throw new Refuted(
          "%s of rank %d does not fit into %s of rank %d".formatted(from, source, to, target));
    }
  }

  private void checkPeer(int rank, int peer, Step step) {
    if (peer < 0 || peer >= collective.ranks() || peer == rank) {
      throw new Refuted("rank %d has no such peer: %s".formatted(rank, step));
    }
  }

  private void checkRemote(int rank, int peer, Place place, Step step) {
    checkPeer(rank, peer, step);
    if (place.bank() > Place.DATA) {
      throw new Refuted("scratch is not open to peers: rank %d, %s".formatted(rank, step));
    }
  }

  /** Ends a step: hands out what the rank knows and begins its next tick. */
  private int[] publish(int rank) {
    int[] known = clocks[rank].clone();
    clocks[rank][rank]++;
    return known;
  }

  private void learn(int rank, int[] known) {
    for (int i = 0; i < known.length; i++) {
      clocks[rank][i] = Math.max(clocks[rank][i], known[i]);
    }
  }

  /** Checks every promise after the walk and returns what each promised chunk holds. */
  List<Object> outcome() {
    var outcome = new ArrayList<Object>();
    for (int rank = 0; rank < collective.ranks(); rank++) {
      checkReturned(rank);
      for (int chunk = 0; chunk < chunkCount; chunk++) {
        var promise = law.promise(rank, chunk);
        if (promise.isPresent()) {
          outcome.add(keep(rank, chunk, promise.get()));
        }
      }
    }
    return outcome;
  }

  private Contribution keep(int rank, int chunk, Law.Promise promise) {
    var content = cell(rank, Place.DATA, chunk).content;
    if (content == null) {
      throw new Refuted("rank %d ends with nothing in chunk %d".formatted(rank, chunk));
    }
    boolean kept =
        switch (promise) {
          case Law.Promise.Exactly(var from, var original) ->
              content.isOnly(from) && content.chunk() == original;
          case Law.Promise.Everyone(var original) ->
              content.chunk() == original
                  && content.rankCount() == collective.ranks()
                  && sameOnAll(chunk, content);
        };
    if (!kept) {
      throw new Refuted(
          "rank %d ends with %s in chunk %d, promised was %s"
              .formatted(rank, content, chunk, promise));
    }
    return content;
  }

  private boolean sameOnAll(int chunk, Contribution content) {
    if (collective.operation() != Operation.ALL_REDUCE) {
      return true;
    }
    return cell(0, Place.DATA, chunk).content == content;
  }

  /** The caller gets its memory back: nobody may touch it any more, and a barrier has met. */
  private void checkReturned(int rank) {
    for (var cell : cells.get(rank).values()) {
      checkOrdered(rank, cell.written, rank, NOWHERE);
      for (var read : cell.readSince) {
        checkOrdered(rank, read, rank, NOWHERE);
      }
    }
    if (law.meets()) {
      for (int other = 0; other < collective.ranks(); other++) {
        if (clocks[rank][other] < 1) {
          throw new Refuted("rank %d may leave before rank %d enters".formatted(rank, other));
        }
      }
    }
  }
}
