package io.weft.measurement;

import io.weft.engine.Sample;
import io.weft.model.Batch;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.optimizer.Shard;
import io.weft.optimizer.Updater;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Measures what each stage of a model takes on one rank, with nothing else under way. Processors
 * are counted for all threads but compilers: an engine may have more than the one that calls it,
 * which cost no time while cores are idle, but do where ranks share them.
 *
 * @param batch samples in a step
 * @param warmUp steps that do not count
 * @param steps steps that do
 */
public record Profiling(String name, Sample sample, int batch, int warmUp, int steps) {
  /** A stage that is quicker than the clock still takes something. */
  private static final double SECONDS_LEAST = 1e-9;

  /** How often the optimizer is timed, after as many times that do not count. */
  private static final int UPDATES = 30;

  /** Medians over the steps. The model is closed at the end. */
  public Profile run(Model model) {
    int stages = model.stages();
    var forward = new double[stages][steps];
    var backward = new double[stages][steps];
    var whole = new double[steps];
    double processors = 0;
    double update;
    var parameters = model.parameters();
    try (var memory = new ModelMemory(BucketPlan.perParameter(parameters), model.buffers());
        model) {
      model.place(memory);
      var data = RandomBatch.of(sample, batch, 1, 1).batch();
      for (int step = -warmUp; step < steps; step++) {
        if (step == 0) {
          processors = -Meter.workingSeconds();
        }
        long start = System.nanoTime();
        pass(model, data, step, forward, backward);
        if (step >= 0) {
          whole[step] = (System.nanoTime() - start) * 1e-9;
        }
      }
      processors += Meter.workingSeconds();
      update = updateSeconds(memory);
    }
    return new Profile(
        name,
        batch,
        medians(forward),
        medians(backward),
        parameters,
        Optional.of(new StepTimes(median(whole), Math.max(0, processors / steps), update)));
  }

  /** What the optimizer takes that training is measured with, for all parameters. */
  private double updateSeconds(ModelMemory memory) {
    var plan = memory.plan();
    try (var arena = Arena.ofConfined()) {
      var updaters = new ArrayList<Updater>();
      for (int bucket = 0; bucket < plan.buckets().size(); bucket++) {
        updaters.add(TrainingBenchmark.OPTIMIZER.updater(Shard.of(plan, bucket), arena));
      }
      var seconds = new double[UPDATES];
      for (int step = -UPDATES; step < UPDATES; step++) {
        long start = System.nanoTime();
        for (int bucket = 0; bucket < updaters.size(); bucket++) {
          var gradients = memory.gradientsOf(bucket);
          updaters
              .get(bucket)
              .update(memory.parametersOf(bucket), gradients, 0, UPDATES + step + 1);
          gradients.segment().fill((byte) 0);
        }
        if (step >= 0) {
          seconds[step] = (System.nanoTime() - start) * 1e-9;
        }
      }
      return median(seconds);
    }
  }

  private static void pass(
      Model model, Batch data, int step, double[][] forward, double[][] backward) {
    model.begin(data, 1);
    for (int stage = 0; stage < model.stages(); stage++) {
      long start = System.nanoTime();
      model.forward(stage);
      note(forward[stage], step, start);
    }
    for (int stage = model.stages() - 1; stage >= 0; stage--) {
      long start = System.nanoTime();
      model.backward(stage, _ -> {});
      note(backward[stage], step, start);
    }
  }

  private static void note(double[] times, int step, long start) {
    if (step >= 0) {
      times[step] = Math.max(SECONDS_LEAST, (System.nanoTime() - start) * 1e-9);
    }
  }

  private static List<Double> medians(double[][] times) {
    return IntStream.range(0, times.length).mapToObj(stage -> median(times[stage])).toList();
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().toArray()[values.length / 2];
  }
}
