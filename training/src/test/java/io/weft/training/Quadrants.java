package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.model.Batch;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.strategy.Strategy;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A task for compressed training: points of four quadrants, and a network that tells them apart.
 */
final class Quadrants {
  static final Optimizer SGD = new Sgd(0.9, false, 0);
  static final Rate RATE = new Rate.Constant(0.05);
  private static final int SAMPLES = 12;

  private Quadrants() {}

  /** On one of some ranks, which share the samples of a step. */
  static Training open(Communicator communicator, Settings settings) {
    return Training.open(network(), communicator, settings, feed(communicator));
  }

  private static PlainNetwork network() {
    return new PlainNetwork(7, 6, 24, 16, 4);
  }

  private static Feed feed(Communicator communicator) {
    return (step, micro) -> {
      int each = SAMPLES / communicator.ranks();
      var inputs = new float[each * 6];
      var labels = new long[each];
      for (int i = 0; i < each; i++) {
        var random = new Random(step * 1000 + micro * 100L + (long) communicator.rank() * each + i);
        for (int j = 0; j < 6; j++) {
          inputs[i * 6 + j] = (float) random.nextGaussian();
        }
        labels[i] = (inputs[i * 6] > 0 ? 1L : 0) + (inputs[i * 6 + 1] > 0 ? 2 : 0);
      }
      var batch = new Batch(Tensor.of(inputs), List.of(6L), Tensor.of(labels), each);
      return new Feed.Portion(batch, 1.0 / communicator.ranks());
    };
  }

  static Settings settings(String line, Optimizer optimizer, Rate rate) {
    return StrategySettings.of(Strategy.parse(line), 1, optimizer, rate, 5, 10);
  }

  /** What has been learnt. */
  static List<float[]> weights(Training training) {
    return IntStream.range(0, network().parameters().size())
        .mapToObj(index -> training.memory().parameter(index).segment())
        .map(segment -> segment.toArray(ValueLayout.JAVA_FLOAT))
        .toList();
  }
}
