package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** Parts of a bucket that travel in different forms, one after the other. */
record Several(List<Exchanger> parts) implements Exchanger {
  Several {
    parts = List.copyOf(parts);
  }

  @Override
  public String description() {
    return parts.stream().map(Exchanger::description).collect(Collectors.joining(", "));
  }

  @Override
  public void sum(Moment moment, Tensor gradients, Communicator communicator) {
    parts.forEach(part -> part.sum(moment, gradients, communicator));
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    parts.forEach(part -> part.combine(moment, gradients, communicator));
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    parts.forEach(part -> part.spread(moment, gradients, communicator));
  }

  @Override
  public List<Kept> kept() {
    return parts.stream().flatMap(part -> part.kept().stream()).toList();
  }

  @Override
  public SequencedMap<String, MemorySegment> common() {
    var common = new LinkedHashMap<String, MemorySegment>();
    parts.forEach(part -> common.putAll(part.common()));
    return common;
  }
}
