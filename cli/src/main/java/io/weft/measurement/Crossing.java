package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.tensor.Tensor;
import java.util.Optional;

/** Two messages at once, which cross each other on their way between two ranks. */
final class Crossing implements Exercise {
  private static final int[] PARTNERS = {1, 0};

  /** The two; empty on the other ranks. */
  private final Optional<Communicator> pair;

  private final Tensor sent;
  private final Tensor received;

  Crossing(Communicator communicator, Subject.Cross cross, long count, Supply memory) {
    int rank = communicator.rank();
    this.pair =
        rank == cross.one() || rank == cross.other()
            ? Optional.of(communicator.group(cross.one(), cross.other()))
            : Optional.empty();
    this.sent = memory.tensor(count);
    this.received = memory.tensor(count);
  }

  @Override
  public void fill() {
    pair.ifPresent(two -> Element.fill(sent, two.rank() + 1));
  }

  @Override
  public void operate() {
    pair.ifPresent(two -> two.swap(PARTNERS, sent, received));
  }

  @Override
  public void spoil() {
    pair.filter(two -> two.rank() == 0).ifPresent(_ -> Element.spoil(received));
  }

  @Override
  public long wrong() {
    return pair.map(two -> Element.wrong(received, PARTNERS[two.rank()] + 1)).orElse(0L);
  }

  @Override
  public void clear() {
    sent.segment().fill((byte) 0);
    received.segment().fill((byte) 0);
  }

  @Override
  public void close() {
    pair.ifPresent(Communicator::close);
  }
}
