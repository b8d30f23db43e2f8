package io.weft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.LambdaBlock;
import ai.djl.nn.SequentialBlock;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import io.weft.collective.World;
import io.weft.data.BatchMemory;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.engine.block.Linear;
import io.weft.engine.loss.Loss;
import io.weft.metric.MeanAbsoluteError;
import io.weft.metric.Metric;
import io.weft.metric.Predictions;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Interval;
import io.weft.trainer.Listener;
import io.weft.trainer.Run;
import io.weft.trainer.Trainer;
import io.weft.trainer.Validation;
import io.weft.training.OnlyRank;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers are learnt in place of classes, from one input or two, on one rank or three. */
class NumbersTest {
  private static final int SAMPLES = 47;
  private static final int INPUTS = 3;
  private static final float RATE = 0.2f;
  private static final NDManager MANAGER = Torch.open();
  private static final float[] ROWS = new float[SAMPLES * INPUTS];
  private static final float[] LABELS = new float[SAMPLES * 2];

  static {
    var random = new Random(5);
    for (int sample = 0; sample < SAMPLES; sample++) {
      for (int at = 0; at < INPUTS; at++) {
        ROWS[sample * INPUTS + at] = random.nextFloat();
      }
      LABELS[2 * sample] = ROWS[sample * INPUTS] * ROWS[sample * INPUTS + 1];
      LABELS[2 * sample + 1] = (ROWS[sample * INPUTS + 2] + random.nextFloat()) / 2;
    }
  }

  private static final Given DATA = Given.numbers(ROWS, LABELS, List.of(2L));

  @AfterAll
  static void close() {
    MANAGER.close();
  }

  private static SequentialBlock block() {
    return new SequentialBlock()
        .add(DjlBlocks.linear(8))
        .add(Activation::tanh)
        .add(DjlBlocks.linear(2));
  }

  /** A block with the values of one that others are made as. */
  private static final Block FIRST = begun(initialised(block()));

  private static Block begun(Block block) {
    var random = new Random(8);
    for (var parameter : block.getParameters().values()) {
      var shape = parameter.getArray().getShape();
      var numbers = new float[(int) shape.size()];
      for (int at = 0; at < numbers.length; at++) {
        numbers[at] = random.nextFloat() - 0.5f;
      }
      MANAGER.create(numbers, shape).copyTo(parameter.getArray());
    }
    return block;
  }

  private static Block initialised(Block block) {
    block.initialize(MANAGER, DataType.FLOAT32, new Shape(1, INPUTS));
    return block;
  }

  private static Block copied() {
    var copy = initialised(block());
    var from = FIRST.getParameters().values();
    var to = copy.getParameters().values();
    for (int at = 0; at < from.size(); at++) {
      from.get(at).getArray().copyTo(to.get(at).getArray());
    }
    return copy;
  }

  private static float[] values(Block block) {
    var all = new NDList();
    block.getParameters().values().forEach(it -> all.add(it.getArray().flatten()));
    return NDArrays.concat(all).toFloatArray();
  }

  /** What block all ranks hold after some steps. */
  private static float[] trained(
      Dataset data, Loss loss, int ranks, int batch, UnaryOperator<Trainer> how) {
    var values = new ConcurrentHashMap<Integer, float[]>();
    World.spawn(
        ranks,
        communicator -> {
          var block = data.shape().inputs().size() == 1 ? copied() : joining(copied());
          try (var model = DjlModel.of(block, data, loss)) {
            var trainer =
                Trainer.of(model, communicator)
                    .data(data, batch)
                    .steps(20)
                    .optimizer(new Sgd(0, false, 0), new Rate.Constant(RATE));
            how.apply(trainer).run();
          }
          values.put(communicator.rank(), values(block));
        });
    assertThat(values.values()).allSatisfy(it -> assertThat(it).isEqualTo(values.get(0)));
    return values.get(0);
  }

  /** A block that takes two inputs, and takes them as one. */
  private static Block joining(Block block) {
    var join = new LambdaBlock(arrays -> new NDList(NDArrays.concat(arrays, 1)));
    return new SequentialBlock().add(join).add(block);
  }

  /** What DJL trains, with the same steps. */
  private static float[] trainedByDjl(ai.djl.training.loss.Loss loss) throws Exception {
    var sgd = Optimizer.sgd().setLearningRateTracker(Tracker.fixed(RATE)).build();
    try (var model = Model.newInstance("numbers", "PyTorch")) {
      var block = copied();
      model.setBlock(block);
      try (var trainer = model.newTrainer(new DefaultTrainingConfig(loss).optOptimizer(sgd))) {
        trainer.initialize(new Shape(SAMPLES, INPUTS));
        var inputs = new NDList(MANAGER.create(ROWS, new Shape(SAMPLES, INPUTS)));
        var labels = new NDList(MANAGER.create(LABELS, new Shape(SAMPLES, 2)));
        for (int step = 0; step < 20; step++) {
          try (var gradients = trainer.newGradientCollector()) {
            gradients.backward(loss.evaluate(labels, trainer.forward(inputs)));
          }
          trainer.step();
        }
      }
      return values(block);
    }
  }

  static List<ai.djl.training.loss.Loss> lossesOfDjl() {
    return List.of(
        ai.djl.training.loss.Loss.l2Loss(),
        ai.djl.training.loss.Loss.l2Loss("mean squared error", 1),
        ai.djl.training.loss.Loss.sigmoidBinaryCrossEntropyLoss(),
        ai.djl.training.loss.Loss.l1Loss());
  }

  private static ArrayDataset ofDjl(NDArray labels, NDArray... inputs) {
    return new ArrayDataset.Builder()
        .setData(inputs)
        .optLabels(labels)
        .setSampling(16, true)
        .build();
  }

  @Test
  void a_dataset_of_djl_has_the_labels_that_the_loss_takes() {
    var rows = MANAGER.create(ROWS, new Shape(SAMPLES, INPUTS));
    var column = MANAGER.arange(SAMPLES).reshape(SAMPLES, 1);
    var numbers = DjlData.of(ofDjl(column, rows), Loss.meanSquaredError()).shape();
    assertThat(numbers.classes()).isEmpty();
    assertThat(numbers.labels()).hasToString("fp32[]");
    var classes = DjlData.of(ofDjl(column, rows)).shape();
    assertThat(classes.classes()).hasValue(SAMPLES);
    assertThat(classes.labels()).hasToString("int64[]");
    var own = Loss.own("own", (x, _) -> x.mean());
    assertThat(DjlData.of(ofDjl(column, rows), own).shape().labels()).hasToString("int64[1]");
    var two = DjlData.of(ofDjl(MANAGER.create(LABELS, new Shape(SAMPLES, 2)), rows, column), own);
    assertThat(two.shape().inputs()).hasToString("[fp32[3], int64[1]]");
    assertThat(two.shape().labels()).hasToString("fp32[2]");
    var batch = new BatchMemory(two, 1, Arena.ofAuto()).fill(SAMPLES - 1);
    assertThat(batch.inputs().getLast().tensor().segment().get(ValueLayout.JAVA_LONG, 0))
        .isEqualTo(SAMPLES - 1);
    assertThat(batch.labels().tensor().segment().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(Arrays.copyOfRange(LABELS, 2 * SAMPLES - 2, 2 * SAMPLES));
  }

  @Test
  void a_dataset_of_djl_with_labels_that_a_loss_does_not_take_is_refused() {
    var rows = MANAGER.create(ROWS, new Shape(SAMPLES, INPUTS));
    var labels = LABELS.clone();
    labels[5] = Float.NaN;
    assertThatThrownBy(
            () ->
                DjlData.of(
                    ofDjl(MANAGER.create(labels, new Shape(SAMPLES, 2)), rows),
                    Loss.meanSquaredError()))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "sample 2 of the dataset of DJL has the label NaN: give labels that are finite");
    var column = MANAGER.arange(SAMPLES);
    assertThatThrownBy(() -> DjlData.of(ofDjl(column, rows), Loss.binaryCrossEntropy()))
        .isInstanceOf(DataException.class)
        .hasMessage("sample 2 of the dataset of DJL has the label 2.0: give labels from 0 to 1");
  }

  @Test
  void a_model_of_djl_is_trained_by_its_loss() throws Exception {
    var rows = MANAGER.create(ROWS, new Shape(SAMPLES, INPUTS));
    var data = ofDjl(MANAGER.create(LABELS, new Shape(SAMPLES, 2)), rows);
    var loss = ai.djl.training.loss.Loss.l2Loss();
    var block = copied();
    try (var rank = OnlyRank.open();
        var model = Model.newInstance("numbers", "PyTorch")) {
      model.setBlock(block);
      DjlTraining.of(model, rank.communicator())
          .loss(loss)
          .fit(
              data,
              SAMPLES,
              how -> how.steps(20).optimizer(new Sgd(0, false, 0), new Rate.Constant(RATE)));
    }
    assertThat(values(block))
        .usingComparatorWithPrecision(2e-6f)
        .containsExactly(trainedByDjl(loss));
  }

  @ParameterizedTest
  @MethodSource("lossesOfDjl")
  void a_block_learns_what_djl_teaches_it(ai.djl.training.loss.Loss loss) throws Exception {
    var expected = trainedByDjl(loss);
    assertThat(expected).isNotEqualTo(values(FIRST));
    assertThat(trained(DATA, DjlLoss.of(loss), 1, SAMPLES, it -> it))
        .usingComparatorWithPrecision(2e-6f)
        .containsExactly(expected);
    if (loss.getName().equals("mean squared error")) {
      assertThat(trained(DATA, Loss.meanSquaredError(), 1, SAMPLES, it -> it))
          .usingComparatorWithPrecision(2e-6f)
          .containsExactly(expected);
    }
  }

  static List<Loss> losses() {
    return List.of(
        Loss.meanSquaredError(),
        Loss.binaryCrossEntropy(),
        Loss.own("own", (x, labels) -> x.sub(labels).square().add(1).sqrt().mean()));
  }

  @ParameterizedTest
  @MethodSource("losses")
  void three_ranks_with_batches_of_different_sizes_learn_what_one_learns(Loss loss) {
    var alone = trained(DATA, loss, 1, 12, it -> it);
    assertThat(trained(DATA, loss, 3, 4, it -> it.strategy("dear")))
        .usingComparatorWithPrecision(2e-6f)
        .containsExactly(alone);
  }

  @Test
  void two_inputs_that_a_block_joins_are_as_one() {
    var one = trained(DATA, Loss.meanSquaredError(), 2, 6, it -> it);
    assertThat(trained(DATA.split(), Loss.meanSquaredError(), 2, 6, it -> it)).isEqualTo(one);
  }

  /** How large predictions are. */
  private record Size() implements Metric {
    @Override
    public String name() {
      return "size";
    }

    @Override
    public int sums() {
      return 2;
    }

    @Override
    public void add(Predictions predictions, double[] sums) {
      for (int label = 0; label < predictions.count(); label++) {
        sums[0] += Math.abs(predictions.score(label, predictions.width() - 1));
      }
      sums[1] += predictions.count();
    }

    @Override
    public double value(double[] sums) {
      return sums[0] / sums[1];
    }
  }

  private static Evaluation looked(Dataset data, Loss loss, Metric... metrics) {
    var seen = new ArrayList<Evaluation>();
    var listener =
        new Listener() {
          @Override
          public void validated(Run run, Evaluation evaluation, boolean best) {
            synchronized (seen) {
              seen.add(evaluation);
            }
          }
        };
    var validation = Validation.of(data, Interval.never()).metrics(metrics);
    trained(data, loss, 3, 5, it -> it.validation(validation).listener(listener));
    assertThat(seen).hasSize(3);
    return seen.getFirst();
  }

  @Test
  void predictions_of_numbers_are_judged_over_all_ranks() {
    var absolute = Loss.own("absolute", (x, labels) -> x.sub(labels).abs().mean());
    var seen = looked(DATA, absolute, new MeanAbsoluteError());
    assertThat(seen.samples()).isEqualTo(SAMPLES);
    assertThat(seen.figure("mae")).isCloseTo(seen.loss(), within(1e-6));
  }

  /** Two numbers are predicted for each label. */
  @Test
  void several_outputs_for_a_label_are_for_losses_and_metrics_of_ones_own() {
    var single = Given.numbers(ROWS, Arrays.copyOf(LABELS, SAMPLES), List.of());
    var nearer =
        Loss.own(
            "nearer", (x, labels) -> x.sub(labels.expandDims(1)).abs().min(new int[] {1}).mean());
    assertThat(looked(single, nearer, new Size()).figure("size")).isPositive();
    assertThatThrownBy(() -> looked(single, nearer, new MeanAbsoluteError()))
        .hasStackTraceContaining("mae compares one number with each label, and there are 2");
  }

  private static void assertRefused(Dataset data, Loss loss, String sentence) {
    assertThatThrownBy(() -> DjlModel.of(block(), data, loss))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(sentence);
  }

  @Test
  void labels_that_a_loss_does_not_take_are_refused_before_training() {
    var classes = Given.classes(ROWS, new long[SAMPLES], 2);
    assertRefused(
        DATA,
        Loss.crossEntropy(),
        "labels are fp32[2], and the loss cross-entropy takes classes:"
            + " give such labels, or another loss, as mean-squared-error");
    assertRefused(
        classes,
        Loss.meanSquaredError(),
        "labels are int64[] of 2 classes, and the loss mean-squared-error takes numbers as fp32:"
            + " give such labels, or another loss, as cross-entropy");
    assertRefused(
        classes,
        Loss.binaryCrossEntropy(),
        "labels are int64[] of 2 classes, and the loss binary-cross-entropy takes numbers from 0 to"
            + " 1 as fp32: give such labels, or another loss, as cross-entropy");
  }

  @Test
  void a_last_stage_that_does_not_fit_the_loss_is_refused_before_training() {
    var three = Given.numbers(ROWS, ROWS, List.of(3L));
    assertRefused(
        three,
        Loss.meanSquaredError(),
        "the last stage of block gives (2, 2) for 6 labels: it must give one number for each");
    assertRefused(
        three,
        Loss.own("mine", NDArray::sub),
        "the loss mine of block does not take predictions of shape (2, 2) with labels of shape"
            + " (2, 3): ");
    assertRefused(
        DATA,
        Loss.own("mine", NDArray::sub),
        "the loss mine of block gives float32 of shape (2, 2): it must give one number, as float32,"
            + " that is computed from the predictions");
    assertRefused(
        DATA,
        Loss.own("mine", (_, labels) -> labels.mean()),
        "the loss mine of block gives float32 of shape (): it must give one number");
    assertThatThrownBy(
            () ->
                Stages.of("two", Sample.of(DATA.split(), Loss.meanSquaredError()))
                    .add("own", Linear.of("only", 3, 2))
                    .network())
        .hasMessageContaining("it takes one array and not 2: begin with a block of DJL's");
  }

  @Test
  void labels_that_are_no_number_or_out_of_range_are_refused_in_a_batch() {
    assertRefusedInBatch(Float.NaN, Loss.meanSquaredError(), "NaN and this model takes finite");
    assertRefusedInBatch(1.5f, Loss.binaryCrossEntropy(), "1.5 and this model takes 0 to 1");
  }

  private static void assertRefusedInBatch(float label, Loss loss, String sentence) {
    var labels = LABELS.clone();
    labels[3] = label;
    var data = Given.numbers(ROWS, labels, List.of(2L));
    try (var model = DjlModel.of(block(), data, loss)) {
      var batch = new BatchMemory(data, 2, Arena.ofAuto()).fill(0, 1);
      assertThatThrownBy(() -> model.begin(batch, 1))
          .hasMessageStartingWith("the batch has the label " + sentence);
    }
  }
}
