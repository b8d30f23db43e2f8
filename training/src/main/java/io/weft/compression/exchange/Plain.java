package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;

/**
 * A whole bucket as it is.
 *
 * @param description which may say why
 */
record Plain(String description) implements Exchanger {

  @Override
  public void sum(Moment moment, Tensor gradients, Communicator communicator) {
    communicator.allReduce(gradients, Reduction.SUM);
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    communicator.reduceScatter(gradients, Reduction.SUM);
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    communicator.allGather(gradients);
  }
}
