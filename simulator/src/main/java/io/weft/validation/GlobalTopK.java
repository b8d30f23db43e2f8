package io.weft.validation;

import io.weft.cluster.Cluster;
import io.weft.cluster.Disturbance;
import io.weft.cluster.Encoders;
import io.weft.cluster.Link;
import io.weft.cluster.Overheads;
import io.weft.model.Parameter;
import io.weft.plan.Job;
import io.weft.simulation.RingCosts;
import io.weft.strategy.Strategy;
import io.weft.zoo.Profile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The speed-ups of gTop-k over dense training, 32 workers on 1 GbE, density 0.001, as the simulator
 * has them. Nothing overlaps there, and a model is one bucket: a step is computation, selection and
 * exchange one after the other. A dense exchange is a ring. In the paper gTop-k goes up and down a
 * tree; here pairs of ranks merge their lists, which takes half as many rounds.
 *
 * <p>Shi et al., "A Distributed Synchronous SGD Algorithm with Global Top-k Sparsification for Low
 * Bandwidth Networks", ICDCS 2019.
 */
final class GlobalTopK {
  private static final int WORKERS = 32;
  private static final Strategy DENSE = Strategy.parse("sequential");
  private static final Strategy SPARSE = Strategy.parse("sequential + g-top-k(density=0.001)");

  /** One message on 1 GbE, as published with the results: 0.436 ms, and 9 ns for each byte. */
  private static final Link ETHERNET = new Link(1 / 9e-9, 0.436e-3);

  /** Assumed: an exact selection takes 3 ns for each parameter on the GPU of the time. */
  private static final double SELECTION_BYTES_PER_SECOND = Float.BYTES / 3e-9;

  /** Assumed: operations in a second where layers are large, and where starting them is all. */
  private static final double LARGE = 4e12;

  private static final double SMALL = 1.5e12;

  /** Of a GPU, for what is not looked at. */
  private static final double AT_ONCE = 1e15;

  /**
   * A network of the paper.
   *
   * @param operations of a step, forward and backward
   * @param published how much faster gTop-k was
   */
  private record Subject(
      String model, int batch, long parameters, double operations, double speed, double published) {
    /** How much longer a dense step is. */
    double speedUp(Cluster cluster) {
      var parameter = new Parameter(model, List.of(parameters), List.of(0), true);
      var profile = new Profile(model, batch, List.of(operations / 3), List.of(parameter));
      var job = Job.of(profile, batch, cluster, WORKERS, operations / speed);
      return seconds(job, DENSE) / seconds(job, SPARSE);
    }

    private static double seconds(Job job, Strategy strategy) {
      var ring = new RingCosts(job.cluster(), WORKERS);
      return job.scenario(strategy).withExchanges(ring).simulate().stepSeconds();
    }
  }

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject("AlexNet", 64, 61_100_000, 64 * 3 * 1.43e9, LARGE, 12.8),
          new Subject("VGG-16 (CIFAR-10)", 128, 14_700_000, 128 * 3 * 0.63e9, LARGE, 9.78),
          new Subject("LSTM-PTB", 100, 66_000_000, 100 * 35 * 3 * 0.102e9, SMALL, 5.1),
          new Subject("ResNet-50", 64, 25_557_000, 64 * 3 * 8.2e9, LARGE, 3.65),
          new Subject("ResNet-20", 128, 270_000, 128 * 3 * 0.082e9, SMALL, 2.74));

  private GlobalTopK() {}

  /** Published and predicted speed-ups; within 15 % in the mean and 30 % each. */
  static Check check() {
    return check(ETHERNET);
  }

  /** The same on other links. */
  static Check check(Link between) {
    var cluster = cluster(between);
    var rows =
        SUBJECTS.stream()
            .map(
                it ->
                    new Forecast(
                        new Measured(
                            it.model, it.batch, "1GbE", "gTop-k / dense", WORKERS, it.published),
                        it.speedUp(cluster)))
            .toList();
    return new Check("gTop-k, gain over dense", rows, Optional.of(15.0), Optional.of(30.0));
  }

  private static Cluster cluster(Link between) {
    var selection = new Encoders.Speed(SELECTION_BYTES_PER_SECOND, AT_ONCE, AT_ONCE);
    return new Cluster(
            "1GbE",
            WORKERS,
            1,
            between,
            between,
            AT_ONCE,
            Overheads.NONE,
            LARGE,
            AT_ONCE,
            Disturbance.NONE)
        .with(new Encoders(Map.of("g-top-k", selection), AT_ONCE));
  }
}
