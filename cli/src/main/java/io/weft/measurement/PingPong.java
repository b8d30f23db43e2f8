package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.tensor.Tensor;
import java.util.Optional;

/** A message there and one back, between two ranks. */
final class PingPong implements Exercise {
  /** A broadcast among two is a message. */
  static final String ALGORITHM = "binomial-tree";

  private static final int FROM = 0;
  private static final int TO = 1;

  /** The two; empty on the other ranks. */
  private final Optional<Communicator> pair;

  private final Tensor there;
  private final Tensor back;

  PingPong(Communicator communicator, Subject.Send send, long count, Supply memory) {
    int rank = communicator.rank();
    this.pair =
        rank == send.from() || rank == send.to()
            ? Optional.of(communicator.group(send.from(), send.to()).using(ALGORITHM))
            : Optional.empty();
    this.there = memory.tensor(count);
    this.back = memory.tensor(count);
  }

  @Override
  public void fill() {
    pair.ifPresent(two -> Element.fill(two.rank() == FROM ? there : back, two.rank() + 1));
  }

  @Override
  public void operate() {
    pair.ifPresent(
        two -> {
          two.broadcast(there, FROM);
          two.broadcast(back, TO);
        });
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
