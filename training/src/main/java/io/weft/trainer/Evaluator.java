package io.weft.trainer;

import io.weft.collective.Communicator;
import io.weft.data.BatchMemory;
import io.weft.data.Dataset;
import io.weft.metric.Metric;
import io.weft.metric.Predictions;
import io.weft.model.Model;
import io.weft.network.Purpose;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Looks at all samples of a dataset once, each on one rank, and adds up what all ranks have seen.
 *
 * @param batch how many samples are looked at together
 */
record Evaluator(
    Model model, Communicator communicator, Dataset data, List<Metric> metrics, int batch) {
  /** Before those of metrics: the sum of losses, and how many samples. */
  private static final int OWN = 2;

  /** All ranks call it, when all of them hold all parameters. */
  Evaluation evaluate(long step) {
    var sums = new double[OWN + metrics.stream().mapToInt(Metric::sums).sum()];
    model.train(false);
    try (var arena = Arena.ofConfined()) {
      look(new BatchMemory(data, batch, arena), sums);
    } finally {
      model.train(true);
    }
    communicator.counting(Purpose.REPORT).allReduce(Tensor.of(sums), Reduction.SUM);
    var figures = new LinkedHashMap<String, Double>();
    int at = OWN;
    for (var metric : metrics) {
      figures.put(metric.name(), metric.value(part(sums, at, metric)));
      at += metric.sums();
    }
    return new Evaluation(step, Math.round(sums[1]), sums[0] / sums[1], figures);
  }

  private static double[] part(double[] sums, int at, Metric metric) {
    return Arrays.copyOfRange(sums, at, at + metric.sums());
  }

  /** Adds up the samples of this rank. */
  private void look(BatchMemory memory, double[] sums) {
    long end = border(communicator.rank() + 1);
    for (long first = border(communicator.rank()); first < end; first += batch) {
      var samples = LongStream.range(first, Math.min(end, first + batch)).toArray();
      var taken = memory.fill(samples);
      model.begin(taken, 1);
      for (int stage = 0; stage < model.stages(); stage++) {
        model.forward(stage);
      }
      sums[0] += model.loss() * samples.length;
      sums[1] += samples.length;
      if (!metrics.isEmpty()) {
        add(new Predictions(Tensor.of(model.scores()), taken.labels().tensor()), sums);
      }
    }
  }

  private void add(Predictions predictions, double[] sums) {
    int at = OWN;
    for (var metric : metrics) {
      var own = part(sums, at, metric);
      metric.add(predictions, own);
      System.arraycopy(own, 0, sums, at, own.length);
      at += own.length;
    }
  }

  /** Where the samples of a rank begin. */
  private long border(int rank) {
    long ranks = communicator.ranks();
    return data.samples() / ranks * rank + Math.min(rank, data.samples() % ranks);
  }
}
