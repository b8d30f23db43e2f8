package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.List;

/** Payloads can be added as they are, so they take the place of the gradients in an all-reduce. */
final class Added implements Exchanger {
  private final Codec codec;
  private final Bundle bundle;
  private final Tensor payload;

  /** For items that all have this codec. */
  Added(Codec codec, List<Bundle.Item> items, Means means) {
    this.codec = codec;
    this.bundle = new Bundle(items, Kept.Side.OWN, 0, means);
    var room = Payloads.room(bundle.bytesMost(), means.arena());
    this.payload = Tensor.of(room, type(codec.combining()));
  }

  private static ElementType type(Combining combining) {
    return switch (combining) {
      case SUM_FP16 -> ElementType.FP16;
      case SUM_BF16 -> ElementType.BF16;
      case SUM_FP32 -> ElementType.FP32;
      case GATHER, VOTE -> throw new AssertionError(combining + " is not added");
    };
  }

  @Override
  public String description() {
    return "all-reduce of " + codec.name();
  }

  @Override
  public void sum(Moment moment, Tensor gradients, Communicator communicator) {
    bundle.encode(moment, gradients.segment(), payload.segment());
    communicator.allReduce(payload, Reduction.SUM);
    bundle.decode(moment, payload.segment(), gradients.segment());
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    bundle.encode(moment, gradients.segment(), payload.segment());
    communicator.reduceScatter(payload, Reduction.SUM);
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    communicator.allGather(payload);
    bundle.decode(moment, payload.segment(), gradients.segment());
  }

  @Override
  public List<Kept> kept() {
    return bundle.kept();
  }
}
