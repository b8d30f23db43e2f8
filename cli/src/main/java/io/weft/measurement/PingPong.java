package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.measurement.Subject.Messages.Order;
import io.weft.tensor.Tensor;
import java.util.Optional;

/** A message there and one back, between two ranks, one after the other or both at once. */
final class PingPong implements Exercise {
  /** A broadcast among two is a message. */
  static final String ALGORITHM = "binomial-tree";

  private static final int FROM = 0;
  private static final int TO = 1;
  private static final int[] PARTNERS = {TO, FROM};

  /** The two; empty on the other ranks. */
  private final Optional<Communicator> pair;

  private final Order order;
  private final Tensor there;
  private final Tensor back;

  PingPong(Communicator communicator, Subject.Messages messages, long count, Supply memory) {
    int rank = communicator.rank();
    this.pair =
        rank == messages.from() || rank == messages.to()
            ? Optional.of(communicator.group(messages.from(), messages.to()).using(ALGORITHM))
            : Optional.empty();
    this.order = messages.order();
    this.there = memory.tensor(count);
    this.back = memory.tensor(count);
  }

  @Override
  public void fill() {
    pair.ifPresent(two -> Element.fill(two.rank() == FROM ? there : back, two.rank() + 1));
  }

  @Override
  public void operate() {
    pair.ifPresent(order == Order.IN_TURN ? this::inTurn : this::atOnce);
  }

  private void inTurn(Communicator two) {
    two.broadcast(there, FROM);
    two.broadcast(back, TO);
  }

  private void atOnce(Communicator two) {
    if (two.rank() == FROM) {
      two.swap(PARTNERS, there, back);
    } else {
      two.swap(PARTNERS, back, there);
    }
  }

  @Override
  public void spoil() {
    pair.filter(two -> two.rank() == FROM).ifPresent(_ -> Element.spoil(back));
  }

  @Override
  public long wrong() {
    return pair.map(two -> two.rank() == FROM ? Element.wrong(back, 2) : Element.wrong(there, 1))
        .orElse(0L);
  }

  @Override
  public void clear() {
    there.segment().fill((byte) 0);
    back.segment().fill((byte) 0);
  }

  @Override
  public void close() {
    pair.ifPresent(Communicator::close);
  }
}
