package io.weft.validation;

import io.weft.cluster.Cluster;
import io.weft.model.BucketPlan;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.simulation.RingCosts;
import io.weft.simulation.Scenario;
import io.weft.simulation.WireForm;
import io.weft.zoo.Profile;
import io.weft.zoo.Zoo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * How much faster DeAR is than the best of its peers on 64 GPUs: Horovod (buffers of 64 MB),
 * PyTorch's DistributedDataParallel (25 MB), ByteScheduler and MG-WFBP with its constants.
 *
 * <p>Zhang et al., "DeAR: Accelerating Distributed Deep Learning with Fine-Grained All-Reduce
 * Pipelining", ICDCS 2023: up to 1.83 times on 10 GbE and 1.15 times on 100 Gb InfiniBand.
 */
final class DearGains {
  private static final int GPUS = 64;

  /** What was tried for DeAR's buffers; the paper searches from 1 to 256 MB. */
  private static final long[] BUFFER_BYTES = {
    1L << 20, 4L << 20, 10L << 20, 25L << 20, 50L << 20, 100L << 20, 256L << 20
  };

  /** A network in the comparison; its one-GPU time is published or assumed. */
  private record Subject(String model, int batch, double stepSeconds) {}

  /** The time of ResNet-50, by which those of other networks of convolutions are scaled. */
  private static final Subject RESNET = new Subject("ResNet-50", 64, 0.2529);

  private static final List<Subject> SUBJECTS =
      List.of(
          RESNET,
          byOperations("DenseNet-201", 32),
          byOperations("Inception-v4", 64),
          new Subject("BERT-Base", 64, 0.3008),
          new Subject("BERT-Large", 32, 4 * 0.1633));

  private DearGains() {}

  private static Subject byOperations(String model, int batch) {
    double known = Zoo.named(RESNET.model).work() * RESNET.batch;
    double work = Zoo.named(model).work() * batch;
    return new Subject(model, batch, RESNET.stepSeconds * work / known);
  }

  /** One row per network of GPUs and model: the published most beside what is predicted. */
  static Check check() {
    var rows = new ArrayList<Forecast>();
    for (var subject : SUBJECTS) {
      rows.add(gain(subject, Network.ETHERNET_10, 1.83));
      rows.add(gain(subject, Network.INFINIBAND_100, 1.15));
    }
    return new Check("DeAR, gain over best peer", rows, Optional.empty(), Optional.empty());
  }

  private static Forecast gain(Subject subject, Network network, double most) {
    var profile = Zoo.named(subject.model);
    var cluster = network.cluster();
    var wfbp = new WaitFreeBackpropagation();
    double peers =
        DoubleStream.of(
                step(subject, cluster, wfbp, bySize(profile, 64L << 20)),
                step(subject, cluster, wfbp, bySize(profile, 25L << 20)),
                step(
                    subject,
                    cluster,
                    new PriorityPropagation(),
                    BucketPlan.perParameter(profile.parameters())),
                step(
                    subject,
                    cluster,
                    wfbp,
                    MergeConstants.of(cluster.name(), GPUS).plan(profile, subject.stepSeconds)))
            .min()
            .orElseThrow();
    double dear = Double.POSITIVE_INFINITY;
    for (long bytes : BUFFER_BYTES) {
      var plan = bySize(profile, bytes);
      dear = Math.min(dear, step(subject, cluster, new DecoupledAllReduce(), plan));
    }
    var row =
        new Measured(subject.model, subject.batch, network.label(), "DeAR / best peer", GPUS, most);
    return new Forecast(row, peers / dear);
  }

  private static BucketPlan bySize(Profile profile, long bytes) {
    return BucketPlan.bySize(profile.parameters(), bytes);
  }

  private static double step(
      Subject subject, Cluster cluster, Schedule schedule, BucketPlan buckets) {
    return new Scenario(
            Zoo.named(subject.model),
            subject.stepSeconds,
            schedule,
            buckets,
            new RingCosts(cluster, GPUS),
            WireForm.DENSE)
        .simulate()
        .stepSeconds();
  }

  /** What is assumed about one GPU, in a sentence. */
  static String assumptions() {
    var words = new StringBuilder();
    for (var subject : SUBJECTS) {
      words.append(
          "%s%s at batch %d: %.0f ms"
              .formatted(
                  words.isEmpty() ? "" : ";\n",
                  subject.model,
                  subject.batch,
                  subject.stepSeconds * 1e3));
    }
    return words
        + ".\n"
        + "ResNet-50 and BERT-Base are published; DenseNet-201 and Inception-v4 are scaled from\n"
        + "ResNet-50 by their operations, BERT-Large from its 163.3 ms at batch 8 by samples.";
  }
}
