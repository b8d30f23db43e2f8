package io.weft.collective;

import io.weft.collective.program.Layout;
import io.weft.collective.program.Place;
import io.weft.network.Key;
import io.weft.network.SharedMemory;
import io.weft.network.SharedMemory.Loan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rank lends its peers in one operation, and what it borrows. Memory of the caller that
 * peers cannot reach is lent as a packed copy, one portion after the other: the program of a
 * portion ends only when peers are done with it.
 */
final class Reach implements AutoCloseable {
  private static final long ALIGNMENT = 64;

  private final Plan plan;
  private final SharedMemory shared;
  private final Key key;
  private final boolean staged;
  private final Loan loan;
  private final @Nullable Loan[] borrowed;
  private Layout portion;

  private Reach(Plan plan, SharedMemory shared, Key key, boolean staged, Loan loan) {
    this.plan = plan;
    this.shared = shared;
    this.key = key;
    this.staged = staged;
    this.loan = loan;
    this.borrowed = new Loan[plan.members().size()];
    this.portion = plan.portions().getFirst();
  }

  /** Lends what peers of the plan ask for. */
  static Reach open(Plan plan, Buffers buffers, SharedMemory shared, Key key) {
    boolean staged = !shared.reaches(buffers.input()) || !shared.reaches(buffers.data());
    Loan loan;
    if (!plan.exposure().isAny()) {
      loan = new Loan(MemorySegment.NULL, MemorySegment.NULL, false);
    } else if (staged) {
      loan = copies(plan, buffers, shared);
    } else {
      loan = new Loan(buffers.input(), buffers.data(), false);
    }
    shared.lend(key, loan);
    return new Reach(plan, shared, key, staged, loan);
  }

  private static Loan copies(Plan plan, Buffers buffers, SharedMemory shared) {
    long bytes = plan.portions().getFirst().total() * plan.call().type().byteCount();
    long room = Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    boolean input = buffers.input().byteSize() > 0;
    var memory = buffers.staging().atLeast(input ? 2 * room : room, shared);
    return new Loan(
        input ? memory.asSlice(room, bytes) : MemorySegment.NULL, memory.asSlice(0, bytes), true);
  }

  /** Gives peers what they will load of a portion. */
  void begin(Layout layout, Memory own) {
    portion = layout;
    if (staged) {
      copy(plan.exposure().loaded(), own, lent());
    }
  }

  /** Takes what peers have stored of a portion. */
  void end(Memory own) {
    if (staged) {
      copy(plan.exposure().stored(), lent(), own);
    }
  }

  private static void copy(List<Place> places, Memory from, Memory to) {
    for (var place : places) {
      ProgramRunner.move(from, place, to, place);
    }
  }

  private Memory lent() {
    return memory(loan, 0);
  }

  /** The memory of a peer, as far as the portion goes. */
  Memory of(int peer) {
    var found = borrowed[peer];
    if (found == null) {
      found = shared.borrow(peer, key);
      borrowed[peer] = found;
    }
    return memory(found, plan.firstElement(peer));
  }

  private Memory memory(Loan of, long firstElement) {
    return new Memory(
        of.packed() ? portion.packed() : portion,
        plan.call().type().byteCount(),
        of.input(),
        of.data(),
        of.packed() ? 0 : firstElement,
        plan.scratch(),
        MemorySegment.NULL);
  }

  @Override
  public void close() {
    shared.takeBack(key);
  }
}
