package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.engine.Sample;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.network.Purpose;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Sgd;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.training.Settings;
import io.weft.training.Training;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.zip.CRC32C;

/**
 * Measures training: how many samples all ranks learn from in a second, and where the time goes.
 *
 * @param batch samples of each rank in a step
 * @param warmUp steps that do not count, at least
 * @param warmUpSeconds for how long more such steps are made, at most: until the compilers of all
 *     ranks are quiet, which would otherwise take processors while the others are counted
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

  /** For how long compilers must have been quiet. A compilation counts when it ends. */
  private static final double QUIET_SECONDS = 5;

  /** How often the exchanges of a round are timed without computation. */
  private static final int TIMED_EXCHANGES = 3;

  /** How often forward and backward are timed without exchanges. */
  private static final int TIMED_PASSES = 5;

  /** Steps after which what a step leaves to the next one is there again. */
  private static final int FILLING = 2;

  /**
   * Trains a model, which is closed at the end. All ranks call it.
   *
   * @param known what an earlier turn of the same benchmark has measured
   */
  public TrainingMeasurement run(
      Model model, Communicator communicator, Meter meter, Optional<Unloaded> known) {
    int ranks = communicator.ranks();
    var partners = alone ? communicator.group(communicator.rank()) : communicator;
    var feed = RandomBatch.of(sample, batch, alone ? 1 : ranks, communicator.rank());
    try (var training = Training.open(model, partners, settings, feed)) {
      boolean warm = warmUp(training, communicator, meter);
      communicator.barrier();
      return measure(training, communicator, meter, known, warm);
    }
  }

  /** Whether compilers are quiet now, or nobody asked for it. */
  private boolean warmUp(Training training, Communicator communicator, Meter meter) {
    double spent = 0;
    double quiet = 0;
    long compiled = meter.compilerNanos().getAsLong();
    long start = System.nanoTime();
    for (int step = 1;
        step <= warmUp || training.isLooking() || (quiet < QUIET_SECONDS && spent < warmUpSeconds);
        step++) {
      training.round(true);
      long total = meter.compilerNanos().getAsLong();
      double[] most = {(System.nanoTime() - start) / 1e9, total - compiled};
      communicator.allReduce(Tensor.of(most), Reduction.MAX); // all ranks stop alike
      double took = most[0] - spent;
      quiet = Meter.isCompiling(most[1], took) ? 0 : quiet + took;
      spent = most[0];
      compiled = total;
    }
    training.round(false); // the last of them, after which nothing is owed
    return quiet >= QUIET_SECONDS || warmUpSeconds == 0;
  }

  /** Counts time in the midst of a run, and bytes from one end of it to the other. */
  private TrainingMeasurement measure(
      Training training,
      Communicator communicator,
      Meter meter,
      Optional<Unloaded> known,
      boolean warm) {
    long wire = meter.wireBytes().getAsLong();
    for (int step = 0; step < FILLING; step++) {
      training.round(true);
    }
    var _ = training.measurements().gatherTimes();
    var _ = training.measurements().gatherQuickestSeconds();
    var stretch = stretch(training, meter);
    var times = training.measurements().gatherTimes();
    var quickest = training.measurements().gatherQuickestSeconds();
    training.round(false);
    double sent = meter.wireBytes().getAsLong() - wire;
    double[] most = {stretch.seconds, sent, stretch.earlyBytes, ResidentMemory.bytes()};
    communicator.allReduce(Tensor.of(most), Reduction.MAX);
    var processors =
        Processors.gathered(Processors.used(stretch.cpuNanos / 1e9 / steps), communicator);
    double wireBytes = most[1] / (FILLING + steps + 1);
    double loss = training.measurements().averageLoss();
    var unloaded = known.orElseGet(() -> unloaded(training, communicator));
    double exchange = unloaded.exchangeSeconds();
    double shortest = Math.min(most[0] / steps, alone ? Double.POSITIVE_INFINITY : exchange);
    var seen = new Seen(unloaded.goodput(), wireBytes, shortest);
    return new TrainingMeasurement(
        parameters(training),
        most[0] / steps,
        stretch.medianStepMillis,
        processors.stream().mapToDouble(Processors::cpuSeconds).sum() * 1e3,
        Math.round(wireBytes),
        loss,
        times,
        unloaded,
        new Floor(
            linkSeconds(training, communicator, lasting(quickest, unloaded), seen),
            Processors.leastSeconds(processors)),
        MemoryUse.of((long) most[2], (long) most[3], steps),
        replicasEqual(training, communicator),
        warm);
  }

  private Unloaded unloaded(Training training, Communicator communicator) {
    if (alone) {
      return Unloaded.NOTHING;
    }
    double exchange = training.measurements().measureExchangeSeconds(TIMED_EXCHANGES);
    double goodput = Goodput.bytesPerSecond(communicator.counting(Purpose.REPORT));
    boolean plain = settings.compression().isEmpty(); // else gradients may travel as factors
    return new Unloaded(
        goodput,
        exchange,
        plain ? training.measurements().measurePassSeconds(TIMED_PASSES) : Map.of());
  }

  /** What this rank spent in the steps that count. */
  private record Stretch(
      double seconds, double cpuNanos, double medianStepMillis, double earlyBytes) {}

  private Stretch stretch(Training training, Meter meter) {
    long processor = meter.cpuNanos().getAsLong();
    double[] stepMillis = new double[steps];
    double earlyBytes = 0;
    long start = System.nanoTime();
    long before = start;
    for (int step = 0; step < steps; step++) {
      training.round(true);
      if (step == MemoryUse.EARLY - 1) {
        earlyBytes = ResidentMemory.bytes();
      }
      long now = System.nanoTime();
      stepMillis[step] = (now - before) / 1e6;
      before = now;
    }
    double cpuNanos = meter.cpuNanos().getAsLong() - processor;
    return new Stretch((before - start) / 1e9, cpuNanos, median(stepMillis), earlyBytes);
  }

  /**
   * What was seen of the link.
   *
   * @param goodput bytes per second when nothing else was done
   * @param wireBytes sent in a step
   * @param shortestSeconds in which the exchanges of a step were done
   */
  private record Seen(double goodput, double wireBytes, double shortestSeconds) {}

  /**
   * What a task takes at least. One rank may be quick at a stage as the others wait and leave it
   * their cores, which not all can be: forward and backward take as long as with all at work.
   */
  private static ToDoubleFunction<Task> lasting(Map<Task, Double> quickest, Unloaded unloaded) {
    return task -> unloaded.passSeconds().getOrDefault(task, quickest.getOrDefault(task, 0.0));
  }

  /**
   * Compressed gradients take the part of the link that they were seen to take. A link that was
   * disturbed while its goodput was measured is as fast as training has shown it to be.
   */
  private double linkSeconds(
      Training training, Communicator communicator, ToDoubleFunction<Task> seconds, Seen seen) {
    int ranks = alone ? 1 : communicator.ranks();
    var dense = new LinkFloor(ranks, seconds, training::bytesOf, seen.goodput);
    double bytes = dense.wireBytes(training.graph());
    double part = settings.compression().isEmpty() ? 1 : Math.min(1, seen.wireBytes / bytes);
    double rate = Math.max(seen.goodput, part * bytes / seen.shortestSeconds);
    return new LinkFloor(ranks, seconds, task -> part * training.bytesOf(task), rate)
        .seconds(training.graph());
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
