package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.engine.Sample;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Sgd;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.training.RoundTimes;
import io.weft.training.Settings;
import io.weft.training.Training;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Measures training: how many samples all ranks learn from in a second, and where the time goes.
 *
 * @param batch samples of each rank in a step
 * @param warmUp steps that do not count, at least
 * @param warmUpSeconds for how long more such steps are made, at least: meanwhile the JVM compiles
 *     what runs often, which it would otherwise do while the others are counted
 * @param steps steps that do
 * @param alone whether each rank trains for itself: nothing is exchanged
 */
public record TrainingBenchmark(
    Sample sample,
    Settings settings,
    int batch,
    int warmUp,
    double warmUpSeconds,
    int steps,
    boolean alone) {
  /** Momentum, as is usual. */
  public static final Optimizer OPTIMIZER = new Sgd(0.9, false, 0);

  /** How often the exchanges of a round are timed without computation. */
  private static final int TIMED_EXCHANGES = 3;

  /** Steps after which what a step leaves to the next one is there again. */
  private static final int FILLING = 2;

  /** Trains a model, which is closed at the end. All ranks call it. */
  public TrainingMeasurement run(Model model, Communicator communicator, Meter meter) {
    int ranks = communicator.ranks();
    var partners = alone ? communicator.group(communicator.rank()) : communicator;
    var feed = RandomBatch.of(sample, batch, alone ? 1 : ranks, communicator.rank());
    try (var training = Training.open(model, partners, settings, feed)) {
      warmUp(training, communicator);
      communicator.barrier();
      return measure(training, communicator, meter);
    }
  }

  private void warmUp(Training training, Communicator communicator) {
    long start = System.nanoTime();
    double[] seconds = {0};
    for (int step = 1; step <= warmUp || seconds[0] < warmUpSeconds; step++) {
      training.round(true);
      seconds[0] = (System.nanoTime() - start) / 1e9;
      communicator.allReduce(Tensor.of(seconds), Reduction.MAX); // all ranks stop alike
    }
    training.round(false); // the last of them, after which nothing is owed
  }

  /** Counts time in the midst of a run, and bytes from one end of it to the other. */
  private TrainingMeasurement measure(Training training, Communicator communicator, Meter meter) {
    long wire = meter.wireBytes().getAsLong();
    for (int step = 0; step < FILLING; step++) {
      training.round(true);
    }
    var _ = training.times(0);
    long processor = meter.cpuNanos().getAsLong();
    double[] stepMillis = new double[steps];
    long start = System.nanoTime();
    long before = start;
    for (int step = 0; step < steps; step++) {
      training.round(true);
      long now = System.nanoTime();
      stepMillis[step] = (now - before) / 1e6;
      before = now;
    }
    double[] sum = {meter.cpuNanos().getAsLong() - processor};
    var times = training.times(0);
    training.round(false);
    double[] most = {(before - start) / 1e9, meter.wireBytes().getAsLong() - wire};
    communicator.allReduce(Tensor.of(most), Reduction.MAX);
    communicator.allReduce(Tensor.of(sum), Reduction.SUM);
    double loss = training.loss();
    double exchange = alone ? 0 : training.exchangeSeconds(TIMED_EXCHANGES);
    return new TrainingMeasurement(
        parameters(training),
        most[0] / steps,
        median(stepMillis),
        sum[0] / 1e6 / steps,
        Math.round(most[1] / (FILLING + steps + 1)),
        loss,
        new RoundTimes(times.seconds(), times.busySeconds(), exchange),
        replicasEqual(training, communicator));
  }

  private static long parameters(Training training) {
    return training.memory().plan().parameters().stream().mapToLong(each -> each.count()).sum();
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().toArray()[values.length / 2];
  }

  /** Whether all ranks hold the same parameters, bit for bit. */
  private static boolean replicasEqual(Training training, Communicator communicator) {
    long mark = checksum(training.memory());
    long[] marks = {mark, ~mark};
    communicator.allReduce(Tensor.of(marks), Reduction.MAX);
    return marks[0] == ~marks[1];
  }

  private static long checksum(ModelMemory memory) {
    var checksum = new CRC32C();
    for (int index = 0; index < memory.plan().parameters().size(); index++) {
      checksum.update(memory.parameter(index).segment().asByteBuffer());
    }
    return checksum.getValue();
  }
}
