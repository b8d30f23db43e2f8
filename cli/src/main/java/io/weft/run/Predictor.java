package io.weft.run;

import io.weft.collective.World;
import io.weft.data.BatchMemory;
import io.weft.data.Dataset;
import io.weft.data.form.Form;
import io.weft.data.form.TableForm;
import io.weft.data.form.TableForm.Quantity;
import io.weft.data.form.TextForm;
import io.weft.engine.DjlModel;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Models;
import io.weft.metric.MetricNames;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Trained;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

/** What a run has learnt, at work on data that is understood as its own was. */
public final class Predictor implements AutoCloseable {
  private static final int BATCH = 64;

  /** More would make a large model slow to write. */
  private static final int CONTEXT = 64;

  private static final double TEMPERATURE = 0.8;

  private final Trained trained;
  private final Form form;
  private final DjlModel model;

  /**
   * What a network gives for a sample.
   *
   * @param label the name of the likeliest class; of a network that gives numbers, the number
   * @param probabilities of all classes; empty where there are none
   */
  public record Prediction(String label, List<Double> probabilities) {}

  private Predictor(Trained trained, Form form, DjlModel model) {
    this.trained = trained;
    this.form = form;
    this.model = model;
  }

  /**
   * By the best or newest checkpoint of a run, or by one that is named.
   *
   * @throws io.weft.checkpoint.CheckpointException if there is none that can predict
   */
  public static Predictor open(Path run) {
    var trained = Trained.of(run);
    var form = trained.form();
    var model = (DjlModel) Models.open(trained.model(), 1);
    try {
      trained.into(model);
      return new Predictor(trained, form, model);
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
  }

  public Form form() {
    return form;
  }

  /** The name of the model. */
  public String model() {
    return trained.model();
  }

  /** Where its weights come from. */
  public Path checkpoint() {
    return trained.folder();
  }

  /** For each sample in order. */
  public List<Prediction> predict(Dataset data) {
    var predictions = new ArrayList<Prediction>();
    model.train(false);
    try (var arena = Arena.ofConfined()) {
      var memory = new BatchMemory(data, BATCH, arena);
      for (long first = 0; first < data.samples(); first += BATCH) {
        var samples = LongStream.range(first, Math.min(data.samples(), first + BATCH)).toArray();
        model.begin(memory.fill(samples), 1);
        for (int stage = 0; stage < model.stages(); stage++) {
          model.forward(stage);
        }
        var scores = model.scores();
        int each = scores.length / samples.length;
        for (int at = 0; at < samples.length; at++) {
          predictions.add(prediction(Arrays.copyOfRange(scores, at * each, (at + 1) * each)));
        }
      }
    }
    return predictions;
  }

  private Prediction prediction(float... scores) {
    if (form instanceof TableForm table
        && table.target() instanceof Quantity(_, var mean, var deviation)) {
      return new Prediction(Float.toString((float) (scores[0] * deviation + mean)), List.of());
    }
    var probabilities = softmax(scores);
    int best = 0;
    for (int at = 1; at < form.classNames().size(); at++) {
      best = probabilities[at] > probabilities[best] ? at : best;
    }
    return new Prediction(
        form.classNames().get(best),
        Arrays.stream(probabilities).limit(form.classNames().size()).boxed().toList());
  }

  private static double[] softmax(float... scores) {
    double highest = Double.NEGATIVE_INFINITY;
    for (float score : scores) {
      highest = Math.max(highest, score);
    }
    var shares = new double[scores.length];
    double sum = 0;
    for (int at = 0; at < shares.length; at++) {
      shares[at] = Math.exp(scores[at] - highest);
      sum += shares[at];
    }
    for (int at = 0; at < shares.length; at++) {
      shares[at] /= sum;
    }
    return shares;
  }

  /**
   * Compares what it gives for data with its labels.
   *
   * @param metrics by name; else what is usual for the data
   */
  public Evaluation evaluate(Dataset data, Optional<String> metrics) {
    var wanted =
        MetricNames.parse(
            metrics.orElseGet(() -> Validating.usual(data)), data.shape().classes().orElse(0));
    var seen = new AtomicReference<Optional<Evaluation>>(Optional.empty());
    World.spawn(
        1, alone -> seen.set(Optional.of(Trained.evaluate(model, alone, data, wanted, BATCH))));
    return inOwnUnits(seen.get().orElseThrow());
  }

  /** Numbers are learnt in units of their deviation. */
  private Evaluation inOwnUnits(Evaluation seen) {
    if (form instanceof TableForm table
        && table.target() instanceof Quantity(_, _, var deviation)) {
      var figures = new LinkedHashMap<String, Double>();
      seen.metrics().forEach((name, value) -> figures.put(name, value * deviation));
      return new Evaluation(
          seen.step(), seen.samples(), seen.loss() * deviation * deviation, figures);
    }
    return seen;
  }

  /**
   * What it writes after a text.
   *
   * @param prompt else what its data begins with
   * @throws IllegalArgumentException if it does not write
   */
  public String write(Optional<String> prompt, int bytes, long seed) {
    if (!(form instanceof TextForm(var usual)
        && Models.sample(model()) instanceof Sample.Tokens(var context, _))) {
      throw new IllegalArgumentException(
          "--prompt is for models of text, and %s has learnt %s: give --data FILE"
              .formatted(checkpoint(), model()));
    }
    var how = new TextSample(Math.min(context, CONTEXT), TEMPERATURE);
    return how.write(model, prompt.orElse(usual), bytes, new SplittableRandom(seed));
  }

  @Override
  public void close() {
    model.close();
  }
}
