package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SequencedMap;

/** Says at the end of an exchange what coders have refused in it. */
record Outspoken(Exchanger other, Refusals refusals) implements Exchanger {
  @Override
  public String description() {
    return other.description();
  }

  @Override
  public void sum(Moment moment, Tensor gradients, Communicator communicator) {
    other.sum(moment, gradients, communicator);
    refusals.end();
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    other.combine(moment, gradients, communicator);
    refusals.end();
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    other.spread(moment, gradients, communicator);
    refusals.end();
  }

  @Override
  public List<Kept> kept() {
    return other.kept();
  }

  @Override
  public SequencedMap<String, MemorySegment> common() {
    return other.common();
  }
}
