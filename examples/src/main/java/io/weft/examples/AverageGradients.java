package io.weft.examples;

import io.weft.collective.World;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;

class AverageGradients {
  static void main() {
    World.spawn(
        4,
        communicator -> {
          float[] gradient = {communicator.rank(), 10 * communicator.rank()};
          communicator.allReduce(Tensor.of(gradient), Reduction.MEAN);
          IO.println("rank %d: %s %s".formatted(communicator.rank(), gradient[0], gradient[1]));
        });
  }
}
