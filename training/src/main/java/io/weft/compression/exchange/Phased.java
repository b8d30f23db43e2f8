package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.JointCoder;
import io.weft.compression.codec.Moment;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Ranks encode together, in phases, each of which is an all-reduce. The last phase is the second
 * half of the exchange; where there is only one, its reduce-scatter is the first half and its
 * all-gather the second.
 */
final class Phased implements Exchanger {
  /** What a joint coder keeps for each number is called so; the rest is the same on all ranks. */
  private static final String RESIDUAL = "residual";

  private final String name;
  private final JointCoder coder;
  private final long first;
  private final long count;
  private final Arena arena;
  private Tensor room;

  /** For runs that follow one another without a gap. */
  Phased(JointCodec codec, List<Run> runs, Arena arena) {
    this.name = codec.name();
    this.coder = codec.open(runs.stream().map(Run::extent).toList(), arena);
    this.first = runs.getFirst().first();
    this.count = runs.stream().map(Run::extent).mapToLong(Extent::count).sum();
    this.arena = arena;
    this.room = Tensor.of(Payloads.room(0, arena), ElementType.FP32);
  }

  @Override
  public String description() {
    return coder.phases() == 1
        ? "all-reduce of " + name
        : "%d all-reduces of %s".formatted(coder.phases(), name);
  }

  @Override
  public void sum(Moment moment, Tensor gradients, Communicator communicator) {
    for (int phase = 0; phase < coder.phases(); phase++) {
      reduce(moment, phase, gradients, communicator);
    }
    coder.decode(moment, own(gradients));
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    if (coder.phases() == 1) {
      communicator.reduceScatter(encoded(moment, 0, gradients), Reduction.SUM);
    }
    for (int phase = 0; phase < coder.phases() - 1; phase++) {
      reduce(moment, phase, gradients, communicator);
    }
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    if (coder.phases() == 1) {
      var payload = room.slice(0, coder.elements(moment, 0));
      communicator.allGather(payload);
      coder.absorb(moment, 0, payload.segment());
    } else {
      reduce(moment, coder.phases() - 1, gradients, communicator);
    }
    coder.decode(moment, own(gradients));
  }

  private void reduce(Moment moment, int phase, Tensor gradients, Communicator communicator) {
    var payload = encoded(moment, phase, gradients);
    communicator.allReduce(payload, Reduction.SUM);
    coder.absorb(moment, phase, payload.segment());
  }

  private Tensor encoded(Moment moment, int phase, Tensor gradients) {
    long elements = coder.elements(moment, phase);
    if (room.count() < elements) {
      room = Tensor.of(Payloads.room(elements * Float.BYTES, arena), ElementType.FP32);
    }
    var payload = room.slice(0, elements);
    coder.encode(moment, phase, own(gradients), payload.segment());
    return payload;
  }

  private MemorySegment own(Tensor gradients) {
    return gradients.slice(first, count).segment();
  }

  @Override
  public List<Kept> kept() {
    var kept = new ArrayList<Kept>();
    var residual = coder.state().get(RESIDUAL);
    if (residual != null) {
      kept.add(new Kept(RESIDUAL, Kept.Side.OWN, first, residual));
    }
    return kept;
  }

  @Override
  public SequencedMap<String, MemorySegment> common() {
    var common = new LinkedHashMap<>(coder.state());
    common.remove(RESIDUAL);
    return common;
  }
}
