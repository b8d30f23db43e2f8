package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Every rank gets the payloads of all, decodes them and adds them up in the order of ranks. */
final class Gathered implements Exchanger {
  private final String name;
  private final int ranks;
  private final Bundle bundle;
  private final MemorySegment own;
  private final Payloads all;

  Gathered(String name, List<Bundle.Item> items, int ranks, Means means) {
    this.name = name;
    this.ranks = ranks;
    this.bundle = new Bundle(items, Kept.Side.OWN, 0, means);
    this.own = Payloads.room(bundle.bytesMost(), means.arena());
    this.all = new Payloads(ranks, bundle.bytesMost(), bundle.isFixed(), means.arena());
  }

  @Override
  public String description() {
    return "all-gather of " + name;
  }

  /** All of it, so that nothing is left for the second half. */
  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    long block = all.blockBytes(bundle.encode(moment, gradients.segment(), own), communicator);
    var payload = Tensor.of(own.asSlice(0, block), ElementType.INT8);
    communicator.allGather(payload, all.all(block));
    bundle.clear(gradients.segment());
    for (int rank = 0; rank < ranks; rank++) {
      bundle.accumulate(moment, all.block(rank, block), gradients.segment());
    }
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {}

  @Override
  public List<Kept> kept() {
    return bundle.kept();
  }
}
