package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SequencedMap;

/** In the first steps gradients travel as they are. */
record DenseFirst(long steps, Exchanger dense, Exchanger coded) implements Exchanger {
  private Exchanger at(Moment moment) {
    return moment.step() < steps ? dense : coded;
  }

  @Override
  public String description() {
    return "%s, after %d steps of %s".formatted(coded.description(), steps, dense.description());
  }

  @Override
  public void sum(Moment moment, Tensor gradients, Communicator communicator) {
    at(moment).sum(moment, gradients, communicator);
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    at(moment).combine(moment, gradients, communicator);
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    at(moment).spread(moment, gradients, communicator);
  }

  @Override
  public List<Kept> kept() {
    return coded.kept();
  }

  @Override
  public SequencedMap<String, MemorySegment> common() {
    return coded.common();
  }
}
