package io.weft.flow;

import io.weft.network.Key;
import io.weft.network.SharedMemory;
import io.weft.network.Tally;
import io.weft.network.Ticket;
import io.weft.network.shared.Board;
import io.weft.network.shared.Note;
import io.weft.network.shared.Segments;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Memory that other processes of the host reach because they have mapped it, too. */
final class MappedMemory implements SharedMemory {
  private final Signals signals;
  private final Segments segments;
  private final ConcurrentMap<Key, Lending> lendings = new ConcurrentHashMap<>();
  private final Tally tally = new Tally();

  MappedMemory(Signals signals, Segments segments) {
    this.signals = signals;
    this.segments = segments;
  }

  @Override
  public boolean isSharedWith(int rank) {
    return signals.reach(rank);
  }

  @Override
  public Optional<MemorySegment> allocate(long byteCount) {
    return announced(byteCount, segments::allocate);
  }

  @Override
  public Optional<MemorySegment> allocateCopy(long byteCount) {
    return announced(byteCount, segments::allocateCopy);
  }

  private interface Allocation {
    int allocate(long byteCount) throws IOException;
  }

  private Optional<MemorySegment> announced(long byteCount, Allocation allocation) {
    try {
      int segment = allocation.allocate(byteCount);
      signals.tellAll(segments.announcement(segment));
      return Optional.of(segments.own(segment).asSlice(0, byteCount));
    } catch (IOException e) {
      return Optional.empty(); // what the caller does without it, it knows best
    }
  }

  @Override
  public boolean reaches(MemorySegment memory) {
    return memory.byteSize() == 0 || segments.find(memory).isPresent();
  }

  @Override
  public long portionBytes() {
    return segments.portionBytes();
  }

  @Override
  public void lend(Key key, Loan loan) {
    lendings.put(key, new Lending(number(loan.input()), number(loan.data()), loan.packed()));
  }

  private long number(MemorySegment memory) {
    return memory.byteSize() == 0 ? 0 : Lending.number(segments.find(memory).orElseThrow());
  }

  /** What this rank lends in an operation. */
  Lending lending(Key key) {
    return lendings.getOrDefault(key, Lending.NOTHING);
  }

  @Override
  public Loan borrow(int peer, Key key) {
    var lending = signals.lending(peer, key);
    if (lending == null) {
      throw new AssertionError("rank " + peer + " has lent nothing for " + key);
    }
    return new Loan(
        at(peer, key, lending.input()), at(peer, key, lending.data()), lending.packed());
  }

  private MemorySegment at(int peer, Key key, long number) {
    return Lending.spot(number)
        .map(spot -> segments.at(peer, spot).orElseThrow(() -> signals.unreachable(peer, key)))
        .orElse(MemorySegment.NULL);
  }

  @Override
  public void takeBack(Key key) {
    lendings.remove(key);
  }

  /** A peer has told of a segment. One that is not there is missed only if it is used. */
  void map(int peer, Note announced) {
    try {
      segments.map(peer, announced);
    } catch (IOException e) {
      return; // The peer has left meanwhile, or this process has too many mappings.
    }
  }

  void tidy() throws IOException {
    segments.tidy();
  }

  void close() {
    try {
      segments.close();
    } catch (IOException e) {
      // The next start removes what is left.
      return;
    }
  }

  @Override
  public long shownBytesMost() {
    return Board.PAGE_BYTES;
  }

  @Override
  public MemorySegment[] show(
      Ticket ticket, MemorySegment own, Duration timeout, Runnable meanwhile) {
    return signals.assembly().show(ticket, own, timeout, meanwhile);
  }

  @Override
  public void moved(Key key, long byteCount, long ofThemLoaded) {
    tally.sent(key.purpose(), byteCount);
    tally.received(key.purpose(), ofThemLoaded);
  }

  /** Counts a message that a neighbour has brought. */
  void received(Key key, long byteCount) {
    tally.received(key.purpose(), byteCount);
  }

  Tally tally() {
    return tally;
  }
}
