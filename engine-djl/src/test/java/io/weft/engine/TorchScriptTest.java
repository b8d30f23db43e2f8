package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.engine.hook.GradientHooks;
import io.weft.model.Batch;
import io.weft.model.ModelBuffer;
import io.weft.model.Parameter;
import io.weft.tensor.Tensor;
import io.weft.trials.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules that Python saved, as stages; skipped where there is no Python with PyTorch. */
class TorchScriptTest {
  private static final Sample.Features NUMBERS = DjlBlocks.NUMBERS;
  private static final int SAMPLES = 4;

  /** Two modules, and what one step on both gives: the gradients and the running mean. */
  private static final String PROGRAM =
      """
      import torch
      from torch import nn
      torch.manual_seed(1)
      body = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU())
      head = nn.Sequential(nn.Linear(8, 5), nn.Tanh(), nn.Linear(5, 3))
      head[2].bias.requires_grad = False
      torch.jit.script(body).save("body.pt")
      torch.jit.script(head).save("head.pt")
      samples = torch.arange(24).reshape(4, 6) % 7 / 7.0
      loss = nn.functional.cross_entropy(head(body(samples)), torch.tensor([0, 1, 2, 1]))
      loss.backward()
      trained = [p for m in (body, head) for p in m.parameters() if p.requires_grad]
      torch.cat([p.grad.flatten() for p in trained]).numpy().tofile("gradients")
      body[1].running_mean.numpy().tofile("mean")
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void export() throws IOException {
    var python = Python.withTorch();
    assumeTrue(python.isPresent(), Python.MISSING);
    python.orElseThrow().run(folder, PROGRAM);
  }

  private static Network network() {
    return Stages.of("scripts", NUMBERS)
        .addScript("body", folder.resolve("body.pt"))
        .addScript("head", folder.resolve("head.pt"))
        .network();
  }

  private static Batch batch() {
    var inputs = new float[SAMPLES * 6];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = i % 7 / 7f;
    }
    return new Batch(Tensor.of(inputs), List.of(6L), Tensor.of(new long[] {0, 1, 2, 1}), SAMPLES);
  }

  @Test
  void parameters_and_statistics_have_the_names_of_python() {
    assertThat(network().parameters().stream().map(Parameter::name))
        .containsExactly(
            "body.0.weight",
            "body.0.bias",
            "body.1.weight",
            "body.1.bias",
            "head.0.weight",
            "head.0.bias",
            "head.2.weight",
            "head.2.bias");
    assertThat(network().parameters().getLast().trained()).isFalse();
    assertThat(network().buffers().stream().map(ModelBuffer::name))
        .containsExactly("body.1.running_mean", "body.1.running_var");
  }

  @Test
  void one_step_gives_what_python_gets() throws IOException {
    try (var placed = Placed.open(network(), 7)) {
      Training.step(placed.model(), batch(), 1);
      var gradients = Python.floats(folder.resolve("gradients"));
      int at = 0;
      for (int index = 0; index < placed.model().parameters().size() - 1; index++) {
        for (float found : placed.memory().gradient(index).segment().toArray(JAVA_FLOAT)) {
          assertThat(found).isCloseTo(gradients[at++], within(1e-6f));
        }
      }
      assertThat(at).isEqualTo(gradients.length);
      assertThat(placed.memory().buffer(0).segment().toArray(JAVA_FLOAT))
          .containsExactly(Python.floats(folder.resolve("mean")), within(1e-6f));
    }
  }

  @Test
  void staged_backward_has_the_bits_of_whole_backward() {
    var network = network();
    try (var staged = Placed.open(network, 7);
        var other = Placed.open(network, 7);
        var whole = new WholeNetwork(network, other.memory())) {
      for (int step = 0; step < 9; step++) {
        var batch = Batches.random(NUMBERS, 2 + step % 3, step);
        Training.step(staged.model(), batch, 0.3);
        assertThat(staged.model().loss()).isEqualTo(whole.step(batch, 0.3));
        assertThat(bits(staged)).isEqualTo(bits(other));
        if (step % 3 == 2) {
          Training.update(staged.memory(), 0.1f);
          Training.update(other.memory(), 0.1f);
        }
      }
    }
  }

  private static List<List<Integer>> bits(Placed placed) {
    return IntStream.range(0, placed.memory().plan().buckets().size())
        .mapToObj(bucket -> placed.memory().gradientsOf(bucket).segment().toArray(JAVA_INT))
        .map(bits -> IntStream.of(bits).boxed().toList())
        .toList();
  }

  @Test
  void two_models_of_one_file_learn_by_themselves() {
    var network = network();
    try (var one = Placed.open(network, 7);
        var other = Placed.open(network, 7)) {
      Training.step(one.model(), batch(), 1);
      Training.update(one.memory(), 1);
      Training.step(one.model(), batch(), 1);
      Training.step(other.model(), batch(), 1);
      assertThat(one.model().loss()).isLessThan(other.model().loss());
    }
  }

  @Test
  void a_model_that_predicts_uses_the_statistics_and_leaves_them() {
    try (var placed = Placed.open(network(), 7)) {
      var model = placed.model();
      model.train(false);
      model.begin(batch(), 1);
      model.forward(0);
      model.forward(1);
      assertThat(model.loss()).isPositive();
      assertThat(placed.memory().buffer(0).segment().toArray(JAVA_FLOAT)).containsOnly(0);
    }
  }

  @Test
  void with_hooks_the_gradients_of_one_script_are_complete_one_after_another() {
    try (var placed = Placed.open(network(), 7)) {
      assumeTrue(GradientHooks.available().isPresent(), "this machine has no hooks");
      var first = placed.memory().gradient(0).segment();
      var seen = new ArrayList<float[]>();
      placed.model().begin(batch(), 1);
      placed.model().forward(0);
      placed.model().forward(1);
      placed.model().backward(1, _ -> {});
      placed.model().backward(0, _ -> seen.add(first.toArray(JAVA_FLOAT)));
      assertThat(seen).hasSize(4);
      assertThat(seen.getFirst()).containsOnly(0);
      assertThat(seen.getLast()).isEqualTo(first.toArray(JAVA_FLOAT)).isNotEqualTo(new float[48]);
    }
  }

  @Test
  void arrays_do_not_pile_up() {
    try (var placed = Placed.open(network(), 7)) {
      Training.step(placed.model(), batch(), 1);
      int after = placed.model().liveArrays();
      for (int step = 0; step < 20; step++) {
        Training.step(placed.model(), batch(), 1);
      }
      assertThat(placed.model().liveArrays()).isEqualTo(after);
    }
  }

  @Test
  void a_script_that_does_not_fit_is_named() {
    var stages = Stages.of("misfit", NUMBERS).addScript("head", folder.resolve("head.pt"));
    assertThatThrownBy(stages::network)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("stage head of misfit does not take what comes before it")
        .hasMessageContaining("shapes cannot be multiplied");
  }
}
