package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SequencedMap;

/** What has no halves that leave a rank its shard of the sum: it all happens in the first. */
record AtOnce(Exchanger whole) implements Exchanger {
  @Override
  public String description() {
    return whole.description();
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    whole.sum(moment, gradients, communicator);
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {}

  @Override
  public List<Kept> kept() {
    return whole.kept();
  }

  @Override
  public SequencedMap<String, MemorySegment> common() {
    return whole.common();
  }
}
