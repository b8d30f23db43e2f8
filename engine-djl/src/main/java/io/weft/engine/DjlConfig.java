package io.weft.engine;

import ai.djl.Device;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Block;
import ai.djl.training.TrainingConfig;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.evaluator.TopKAccuracy;
import io.weft.engine.loss.Loss;
import io.weft.metric.Metric;
import io.weft.metric.TopK;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a configuration of DJL's says, as far as Weft does it; the rest is refused. Threads of its
 * own for computing are not looked at.
 */
final class DjlConfig {
  /** More than the k of any metric that makes sense. */
  private static final int CLASSES = 1 << 15;

  private final TrainingConfig config;
  private final List<Metric> metrics;

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException if it asks for what Weft does not do
   */
  DjlConfig(TrainingConfig config) {
    this.config = config;
    checkDevices(config.getDevices());
    if (!config.getTrainingListeners().isEmpty()) {
      throw new IllegalArgumentException(
          "%d listeners of DJL would be told of a trainer of DJL's, and there is none: %s"
              .formatted(
                  config.getTrainingListeners().size(),
                  "leave addTrainingListeners out, and give Weft's, as in how -> how.listener(…)"));
    }
    this.metrics = config.getEvaluators().stream().map(DjlConfig::metric).toList();
  }

  private static void checkDevices(Device[] devices) {
    for (var device : devices) {
      if (!device.getDeviceType().equals(Device.Type.CPU)) {
        throw new IllegalArgumentException(
            "the configuration of DJL asks for %s: Weft computes on %s, so leave optDevices out"
                .formatted(Arrays.toString(devices), Device.cpu()));
      }
    }
  }

  /** Each is tried out, since DJL tells nobody which k it has. */
  private static Metric metric(Evaluator evaluator) {
    boolean known =
        evaluator.getClass() == Accuracy.class || evaluator.getClass() == TopKAccuracy.class;
    var places = known ? places(evaluator) : OptionalInt.empty();
    if (places.isEmpty()) {
      throw new IllegalArgumentException(
          ("%s of DJL is no figure that ranks can add up: there are Accuracy() and TopKAccuracy(k),"
                  + " and Weft's metrics or your own, as in"
                  + " validation(data, it -> it.metrics(new Perplexity()))")
              .formatted(evaluator.getName()));
    }
    return new TopK(places.getAsInt());
  }

  /** Among how many of the highest scores a label has to be, found by halving. */
  private static OptionalInt places(Evaluator evaluator) {
    try (var manager = Torch.open()) {
      // Fewer classes than k would change it: it becomes the number of classes.
      var scores = new NDList(manager.arange(CLASSES).neg().reshape(1, CLASSES));
      int right = -1;
      int wrong = CLASSES;
      while (wrong - right > 1) {
        int place = (right + wrong) / 2;
        var label = new NDList(manager.create(new long[] {place}));
        boolean isRight = evaluator.evaluate(label, scores).toLongArray()[0] == 1;
        right = isRight ? place : right;
        wrong = isRight ? wrong : place;
      }
      return wrong == 0 ? OptionalInt.empty() : OptionalInt.of(wrong);
    } catch (RuntimeException _) {
      return OptionalInt.empty(); // It takes scores that are arranged in some other way.
    }
  }

  Loss loss() {
    return DjlLoss.of(config.getLossFunction());
  }

  /** What its evaluators would say of validation. */
  List<Metric> metrics() {
    return metrics;
  }

  /** As DJL does when it makes a trainer; what is initialised stays as it is. */
  void setInitializers(Block block) {
    for (var pair : config.getInitializers()) {
      if (pair.getKey() != null && pair.getValue() != null) {
        block.setInitializer(pair.getKey(), pair.getValue());
      }
    }
  }

  /** Stands where an optimizer has to be given. */
  HiddenOptimizer optimizer() {
    return new HiddenOptimizer(config.getOptimizer().getClass().getSimpleName());
  }
}
