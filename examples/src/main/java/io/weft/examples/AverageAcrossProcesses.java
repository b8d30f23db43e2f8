package io.weft.examples;

import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;

class AverageAcrossProcesses {
  static void main() {
    try (var rank = Join.open(JoinOptions.ofProcess())) {
      float[] gradient = {rank.rank(), 10 * rank.rank()};
      rank.communicator().allReduce(Tensor.of(gradient), Reduction.MEAN);
      IO.println("rank %d: %s %s".formatted(rank.rank(), gradient[0], gradient[1]));
    }
  }
}
