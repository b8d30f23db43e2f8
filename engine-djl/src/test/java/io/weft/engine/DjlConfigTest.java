package io.weft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Parameter;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.evaluator.BinaryAccuracy;
import ai.djl.training.evaluator.TopKAccuracy;
import ai.djl.training.initializer.ConstantInitializer;
import ai.djl.training.listener.TrainingListener;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import io.weft.collective.World;
import io.weft.data.DataException;
import io.weft.metric.TopK;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Result;
import io.weft.trainer.Trainer;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a configuration of DJL's says is done, or refused with a sentence. */
class DjlConfigTest {
  private static final int SAMPLES = 30;

  private static DefaultTrainingConfig config() {
    return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss());
  }

  /** Points on a line, in three parts. */
  private static ArrayDataset points(Model model) {
    return points(model, 3);
  }

  private static ArrayDataset points(Model model, int parts) {
    var numbers = new float[SAMPLES];
    var classes = new float[SAMPLES];
    for (int sample = 0; sample < SAMPLES; sample++) {
      classes[sample] = sample * parts / SAMPLES;
      numbers[sample] = sample / (float) SAMPLES - 0.5f;
    }
    return new ArrayDataset.Builder()
        .setData(model.getNDManager().create(numbers, new Shape(SAMPLES, 1)))
        .optLabels(model.getNDManager().create(classes))
        .setSampling(SAMPLES, false)
        .build();
  }

  /** Trains a linear map for some steps, on one rank. */
  private static Result trained(
      UnaryOperator<DjlTraining> told, UnaryOperator<Trainer> how, ArrayList<Float> weights) {
    var results = new ArrayList<Result>();
    World.spawn(
        1,
        communicator -> {
          try (var model = Model.newInstance("line", "PyTorch")) {
            model.setBlock(DjlBlocks.linear(3));
            var training =
                told.apply(DjlTraining.of(model, communicator).validation(points(model)));
            results.add(training.fit(points(model), SAMPLES, how));
            for (float weight :
                model.getBlock().getParameters().valueAt(0).getArray().toFloatArray()) {
              weights.add(weight);
            }
          }
        });
    return results.getFirst();
  }

  private static UnaryOperator<Trainer> slowly(double rate) {
    return how -> how.steps(3).optimizer(new Sgd(0, false, 0), new Rate.Constant(rate));
  }

  @Test
  void evaluators_become_metrics_of_validation() {
    var config =
        config().addEvaluator(new Accuracy()).addEvaluator(new TopKAccuracy("best two", 2));
    var result = trained(it -> it.config(config), slowly(1), new ArrayList<>());
    Evaluation seen = result.validation().orElseThrow();
    assertThat(seen.samples()).isEqualTo(SAMPLES);
    assertThat(seen.metrics()).containsOnlyKeys("accuracy", "top-2");
    assertThat(seen.figure("top-2")).isGreaterThan(seen.figure("accuracy"));
  }

  @Test
  void the_k_of_an_evaluator_is_found_whatever_its_name() {
    var config = config().addEvaluator(new TopKAccuracy("a", 2)).addEvaluator(new TopKAccuracy(63));
    config.addEvaluator(new TopKAccuracy("c", 64)).addEvaluator(new TopKAccuracy("d", 999));
    assertThat(new DjlConfig(config).metrics())
        .containsExactly(new TopK(2), new TopK(63), new TopK(64), new TopK(999));
  }

  @Test
  void initialisers_are_those_of_the_configuration() {
    var config = config().optInitializer(new ConstantInitializer(0.25f), Parameter.Type.WEIGHT);
    var weights = new ArrayList<Float>();
    trained(it -> it.config(config), slowly(0), weights);
    assertThat(weights).containsExactly(0.25f, 0.25f, 0.25f);
  }

  @Test
  void the_loss_is_that_of_the_configuration() {
    var config =
        new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss("half", 0.5f, -1, true, true));
    config.optInitializer(new ConstantInitializer(0), Parameter.Type.WEIGHT);
    var result = trained(it -> it.config(config), slowly(0), new ArrayList<>());
    assertThat(result.loss()).isCloseTo(Math.log(3) / 2, within(1e-5));
  }

  @Test
  void an_optimizer_of_djl_is_refused_with_what_to_write() {
    var config = config().optOptimizer(Optimizer.adamW().build());
    assertThatThrownBy(
            () -> trained(it -> it.config(config), how -> how.steps(3), new ArrayList<>()))
        .hasStackTraceContaining(
            "DJL shows no settings of its AdamW, such as the rate: give Weft's, as in fit(data, 16,"
                + " how -> how.optimizer(new AdamW(0.9, 0.999, 1e-8, 0.01), new"
                + " Rate.Constant(0.001)).epochs(10))");
  }

  @Test
  void what_weft_does_not_do_is_refused() {
    assertThatThrownBy(() -> new DjlConfig(config().addEvaluator(new BinaryAccuracy())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "BinaryAccuracy of DJL is no figure that ranks can add up: there are Accuracy() and"
                + " TopKAccuracy(k), and Weft's metrics or your own, as in validation(data,"
                + " it -> it.metrics(new Perplexity()))");
    assertThatThrownBy(() -> new DjlConfig(config().addEvaluator(new Accuracy("across", 0))))
        .hasMessageStartingWith("across of DJL is no figure");
    assertThatThrownBy(
            () -> new DjlConfig(config().addTrainingListeners(TrainingListener.Defaults.basic())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "listeners of DJL would be told of a trainer of DJL's, and there is none: leave"
                + " addTrainingListeners out, and give Weft's, as in how -> how.listener(…)");
    assertThatThrownBy(() -> new DjlConfig(config().optDevices(new Device[] {Device.gpu(1)})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the configuration of DJL asks for [gpu(1)]: Weft computes on cpu(), so leave"
                + " optDevices out");
  }

  @Test
  void evaluators_without_validation_are_refused() {
    World.spawn(
        1,
        communicator -> {
          try (var model = Model.newInstance("line", "PyTorch")) {
            model.setBlock(DjlBlocks.linear(3));
            var training = DjlTraining.of(model, communicator);
            training.config(config().addEvaluator(new Accuracy()));
            assertThatThrownBy(() -> training.fit(points(model), SAMPLES, slowly(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                    "the configuration of DJL has evaluators, which are for validation: call"
                        + " validation(data), or leave addEvaluator out");
          }
        });
  }

  @Test
  void validation_with_a_class_that_is_never_learnt_is_refused_before_training() {
    assertThatThrownBy(
            () ->
                World.spawn(
                    1,
                    communicator -> {
                      try (var model = Model.newInstance("line", "PyTorch")) {
                        model.setBlock(DjlBlocks.linear(3));
                        DjlTraining.of(model, communicator)
                            .validation(points(model, 4))
                            .fit(points(model), SAMPLES, slowly(1));
                      }
                    }))
        .hasRootCauseInstanceOf(DataException.class)
        .hasRootCauseMessage(
            "the dataset for validation has samples of [fp32[1]] with 4 classes and the one to learn"
                + " from of [fp32[1]] with 3 classes: give it the same arrays, and no more classes");
  }
}
