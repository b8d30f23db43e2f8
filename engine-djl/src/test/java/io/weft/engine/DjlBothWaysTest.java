package io.weft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.training.ParameterStore;
import ai.djl.training.dataset.ArrayDataset;
import io.weft.collective.World;
import io.weft.data.DataException;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.trainer.Trainer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What DJL has is trained on several ranks, and is DJL's again. */
class DjlBothWaysTest {
  private static final int SAMPLES = 150;
  private static final float[] FLOWERS = new float[SAMPLES * 4];
  private static final float[] KINDS = new float[SAMPLES];

  private static final NDManager MANAGER = Torch.open();

  @TempDir private Path folder;

  /** Three kinds of flowers, of which two are alike: four lengths, each with noise. */
  @BeforeAll
  static void grow() {
    var random = new Random(3);
    float[][] centres = {{5, 3.4f, 1.5f, 0.2f}, {5.9f, 2.8f, 4.3f, 1.3f}, {6.6f, 3, 5.6f, 2}};
    for (int sample = 0; sample < SAMPLES; sample++) {
      int kind = sample * 3 / SAMPLES;
      KINDS[sample] = kind;
      for (int at = 0; at < 4; at++) {
        FLOWERS[sample * 4 + at] = centres[kind][at] + 0.25f * (float) random.nextGaussian();
      }
    }
  }

  @AfterAll
  static void close() {
    MANAGER.close();
  }

  private static ArrayDataset flowers(NDArray labels) {
    return new ArrayDataset.Builder()
        .setData(MANAGER.create(FLOWERS, new Shape(SAMPLES, 4)))
        .optLabels(labels)
        .setSampling(16, true)
        .build();
  }

  private static ArrayDataset flowers() {
    return flowers(MANAGER.create(KINDS));
  }

  private static SequentialBlock block() {
    return new SequentialBlock()
        .add(Linear.builder().setUnits(16).build())
        .add(BatchNorm.builder().build())
        .add(Activation::relu)
        .add(Linear.builder().setUnits(3).build());
  }

  private static NDArray scores(Block block) {
    var all = MANAGER.create(FLOWERS, new Shape(SAMPLES, 4));
    return block.forward(new ParameterStore(MANAGER, false), new NDList(all), false).getFirst();
  }

  private static long right(Block block) {
    var kinds = scores(block).argMax(1).toLongArray();
    long right = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
      right += kinds[sample] == (long) KINDS[sample] ? 1 : 0;
    }
    return right;
  }

  /** The blocks of two ranks that trained together. */
  private static List<Block> trained() {
    var blocks = new ConcurrentHashMap<Integer, Block>();
    World.spawn(
        2,
        communicator -> {
          var block = block();
          var data = DjlData.of(flowers());
          try (var model = DjlModel.of(block, data)) {
            Trainer.of(model, communicator)
                .data(data, 10)
                .epochs(40)
                .strategy("dear")
                .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0.02))
                .run();
          }
          blocks.put(communicator.rank(), block);
        });
    return List.copyOf(blocks.values());
  }

  @Test
  void the_block_itself_has_learnt_and_is_saved_for_plain_djl() throws Exception {
    var blocks = trained();
    assertThat(blocks).hasSize(2).allMatch(block -> right(block) > SAMPLES * 9 / 10);
    var scores = scores(blocks.getFirst()).toFloatArray();
    assertThat(scores(blocks.getLast()).toFloatArray()).isEqualTo(scores);
    try (var saved = Model.newInstance("flowers");
        var loaded = Model.newInstance("flowers")) {
      saved.setBlock(blocks.getFirst());
      saved.save(folder, "flowers");
      loaded.setBlock(block());
      loaded.load(folder, "flowers");
      assertThat(scores(loaded.getBlock()).toFloatArray())
          .usingComparatorWithPrecision(1e-6f)
          .containsExactly(scores);
    }
  }

  @Test
  void a_block_that_is_saved_is_what_another_run_begins_with() throws Exception {
    var saved = block();
    saved.initialize(MANAGER, DataType.FLOAT32, new Shape(1, 4));
    DjlWeights.save(saved, folder.resolve("flowers.safetensors"));
    World.spawn(
        1,
        communicator -> {
          var block = block();
          var data = DjlData.of(flowers());
          try (var model = DjlModel.of(block, data)) {
            Trainer.of(model, communicator)
                .data(data, 10)
                .steps(1)
                .weights(folder.resolve("flowers.safetensors"))
                .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0))
                .run();
          }
          assertThat(block.getParameters().get("01Linear_weight").getArray().toFloatArray())
              .isEqualTo(saved.getParameters().get("01Linear_weight").getArray().toFloatArray());
        });
  }

  @Test
  void blocks_without_a_bias_are_taken() {
    var block =
        new SequentialBlock()
            .add(Linear.builder().setUnits(5).optBias(false).build())
            .add(Linear.builder().setUnits(3).build());
    var network = Stages.of("bare", new Sample.Features(List.of(4L), 3)).add("bare", block);
    assertThat(network.network().parameters()).hasSize(3);
  }

  @Test
  void a_weight_that_lies_transposed_in_memory_gets_what_was_learnt() {
    var linear = Linear.builder().setUnits(3).optBias(false).build();
    linear.initialize(MANAGER, DataType.FLOAT32, new Shape(1, 4));
    var weight = linear.getParameters().valueAt(0);
    weight.close();
    weight.setShape(null);
    weight.setArray(MANAGER.ones(new Shape(4, 3)).transpose());
    var network = Stages.of("transposed", new Sample.Features(List.of(4L), 3)).add("x", linear);
    try (var placed = Placed.open(network.network(), 1)) {
      placed.memory().parameter(0).segment().fill((byte) 0);
      placed.model().handOver();
    }
    assertThat(weight.getArray().toFloatArray()).containsOnly(0);
  }

  @Test
  void a_dataset_of_djl_is_read_in_its_order() {
    var data = DjlData.of(flowers());
    assertThat(data.samples()).isEqualTo(SAMPLES);
    assertThat(data.shape().classes()).hasValue(3);
    assertThat(data.shape().input().lengths()).containsExactly(4L);
    var input = MemorySegment.ofArray(new float[4]);
    var label = MemorySegment.ofArray(new long[1]);
    data.read(70, List.of(input), label);
    assertThat(input.toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(FLOWERS[280], FLOWERS[281], FLOWERS[282], FLOWERS[283]);
    assertThat(label.toArray(ValueLayout.JAVA_LONG)).containsExactly(1);
  }

  @Test
  void labels_that_are_no_classes_are_refused() {
    var halves = MANAGER.full(new Shape(SAMPLES), 0.5f, DataType.FLOAT32);
    assertThatThrownBy(() -> DjlData.of(flowers(halves)))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "sample 0 of the dataset of DJL has the label 0.5: classes are whole numbers from 0 on");
    var two = DjlData.of(flowers(MANAGER.ones(new Shape(SAMPLES, 2))));
    assertThatThrownBy(() -> DjlModel.of(block(), two))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the last stage of block gives (2, 3) for 4 labels: it must give at least 2 scores for each");
  }
}
