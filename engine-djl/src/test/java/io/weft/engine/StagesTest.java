package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import io.weft.model.ModelBuffer;
import io.weft.model.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagesTest {
  private static final Sample.Features NUMBERS = DjlBlocks.NUMBERS;

  @Test
  void parameters_and_statistics_of_djl_blocks_are_found() {
    var network = DjlBlocks.convolutions();
    assertThat(network.parameters().stream().map(Parameter::name))
        .containsExactly(
            "first.01Conv2d_weight",
            "first.01Conv2d_bias",
            "first.02BatchNorm_gamma",
            "first.02BatchNorm_beta",
            "second.01Conv2d_weight",
            "second.01Conv2d_bias",
            "second.02BatchNorm_gamma",
            "second.02BatchNorm_beta",
            "last.02Linear_weight",
            "last.02Linear_bias");
    assertThat(network.buffers().stream().map(ModelBuffer::name))
        .containsExactly(
            "first.02BatchNorm_runningMean",
            "first.02BatchNorm_runningVar",
            "second.02BatchNorm_runningMean",
            "second.02BatchNorm_runningVar");
  }

  @Test
  void a_parameter_that_two_djl_blocks_hold_is_tied() {
    var tied = DjlBlocks.tied().parameters().getFirst();
    assertThat(tied.name()).isEqualTo("first.weight");
    assertThat(tied.stages()).containsExactly(0, 2);
  }

  @Test
  void training_begins_with_the_values_of_the_block_and_leaves_them() {
    var block = DjlBlocks.linear(3);
    var network = Stages.of("one", NUMBERS).add("only", block).network();
    var begun = block.getParameters().get("weight").getArray().toFloatArray();
    try (var placed = Placed.open(network, 7)) {
      assertThat(weights(placed)).isEqualTo(begun);
      Training.step(placed.model(), Batches.random(NUMBERS, 4, 1), 1);
      Training.update(placed.memory(), 0.1f);
      assertThat(weights(placed)).isNotEqualTo(begun);
    }
    assertThat(block.getParameters().get("weight").getArray().toFloatArray()).isEqualTo(begun);
  }

  private static float[] weights(Placed placed) {
    return placed.memory().parameter(0).segment().toArray(JAVA_FLOAT);
  }

  @Test
  void statistics_are_learnt_in_the_memory_of_the_model() {
    var network = DjlBlocks.convolutions();
    try (var placed = Placed.open(network, 7)) {
      var mean = placed.memory().buffer(0).segment();
      assertThat(mean.toArray(JAVA_FLOAT)).containsOnly(0);
      Training.step(placed.model(), Batches.random(network.sample(), 4, 1), 1);
      assertThat(mean.toArray(JAVA_FLOAT)).doesNotContain(0);
    }
  }

  @Test
  void a_frozen_parameter_of_a_djl_block_is_not_trained() {
    var block = DjlBlocks.linear(3);
    block.freezeParameters(true, parameter -> parameter.getName().equals("bias"));
    var network = Stages.of("frozen bias", NUMBERS).add("only", block).network();
    assertThat(network.parameters().stream().map(Parameter::trained)).containsExactly(true, false);
  }

  @Test
  void stages_without_parameters_are_nothing_to_train() {
    var stages =
        Stages.of("nothing", new Sample.Features(List.of(6L), 6))
            .add("only", new SequentialBlock().add(Activation::relu));
    assertThatThrownBy(stages::network)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing has no parameters: there is nothing to train");
  }

  @Test
  void a_stage_that_does_not_take_what_comes_before_it_is_named() {
    var narrow = DjlBlocks.linear(3);
    Stages.of("before", NUMBERS).add("only", narrow).network();
    var stages = Stages.of("misfit", NUMBERS).add("first", DjlBlocks.linear(5)).add("last", narrow);
    assertThatThrownBy(stages::network)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "stage last of misfit does not take what comes before it, of shape (2, 5): ");
  }

  @Test
  void a_last_stage_without_a_score_per_class_is_refused() {
    var stages = Stages.of("two", NUMBERS).add("only", DjlBlocks.linear(2));
    assertThatThrownBy(stages::network)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the last stage of two gives (2, 2) for 2 labels: it must give at least 3 scores for each");
  }

  /** As where the samples at hand have none of some classes. */
  @Test
  void a_last_stage_may_have_scores_of_more_classes() {
    try (var placed =
        Placed.open(Stages.of("five", NUMBERS).add("only", DjlBlocks.linear(5)).network(), 7)) {
      assertThat(placed.model().stages()).isEqualTo(1);
    }
  }

  @Test
  void a_script_that_is_not_there_is_refused(@TempDir Path folder) {
    var stages = Stages.of("absent", NUMBERS).addScript("only", folder.resolve("absent.pt"));
    assertThatThrownBy(stages::network)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no TorchScript file")
        .hasMessageContaining("torch.jit.script(module).save(path) writes one");
  }

  @Test
  void a_file_that_is_no_script_is_refused(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("text.pt"), "text");
    var stages = Stages.of("text", NUMBERS).addScript("only", file);
    assertThatThrownBy(stages::network)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text.pt is not a TorchScript module that PyTorch can load");
  }
}
