package io.weft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.ModelException;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.repository.zoo.Criteria;
import ai.djl.training.ParameterStore;
import io.weft.model.Batch;
import io.weft.tensor.Tensor;
import io.weft.trials.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is learnt by a module that Python saved is written as such a module. */
class ScriptOutTest {
  private static final int SAMPLES = 4;

  /** What Python's PyTorch predicts with a file. */
  private static final String PREDICTION =
      """
      import torch
      module = torch.jit.load("learnt.pt").eval()
      samples = torch.arange(24).reshape(4, 6) % 7 / 7.0
      module(samples).detach().numpy().tofile("scores")
      names = [name for name, weight in module.named_parameters() if weight.requires_grad]
      assert len(names) == 7, names
      assert [name for name, _ in module.named_buffers()][:1] == ["norm.running_mean"]
      """;

  @TempDir private Path folder;

  @BeforeEach
  void pack() {
    ScriptText.pack("module.txt", folder.resolve("module.pt"));
  }

  private static float[] inputs() {
    var inputs = new float[SAMPLES * 6];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = i % 7 / 7f;
    }
    return inputs;
  }

  private static Batch batch() {
    var labels = Tensor.of(new long[] {0, 1, 2, 1});
    return new Batch(Tensor.of(inputs()), List.of(6L), labels, SAMPLES);
  }

  private Network network() {
    return Stages.of("script", DjlBlocks.NUMBERS)
        .addScript("module", folder.resolve("module.pt"))
        .network();
  }

  private static Placed trained(Network network) {
    var placed = Placed.open(network, 7);
    for (int step = 0; step < 20; step++) {
      Training.step(placed.model(), batch(), 1);
      Training.update(placed.memory(), 0.5f);
    }
    return placed;
  }

  private static float[] scores(DjlModel model) {
    model.train(false);
    model.begin(batch(), 1);
    for (int stage = 0; stage < model.stages(); stage++) {
      model.forward(stage);
    }
    return model.scores();
  }

  private static float[] scores(Block block) {
    try (var manager = Torch.open()) {
      var inputs = new NDList(manager.create(inputs(), new Shape(SAMPLES, 6)));
      return block
          .forward(new ParameterStore(manager, false), inputs, false)
          .getFirst()
          .toFloatArray();
    }
  }

  private static float[] scoresOfPlainDjl(Path file) throws IOException, ModelException {
    try (var model =
        Criteria.builder()
            .setTypes(NDList.class, NDList.class)
            .optModelPath(file)
            .build()
            .loadModel()) {
      return scores(model.getBlock());
    }
  }

  @Test
  void plain_djl_predicts_with_what_was_learnt() throws Exception {
    var before = scoresOfPlainDjl(folder.resolve("module.pt"));
    var learnt = folder.resolve("new/learnt.pt");
    try (var placed = trained(network())) {
      placed.model().saveScript("module", learnt);
      var scores = scores(placed.model());
      assertThat(scoresOfPlainDjl(learnt)).containsExactly(scores, within(1e-6f));
      assertThat(scores).isNotEqualTo(before);
    }
    assertThat(learnt.getParent()).isDirectoryNotContaining(it -> !it.equals(learnt));
  }

  @Test
  void python_predicts_with_what_was_learnt() throws IOException {
    var python = Python.withTorch();
    assumeTrue(python.isPresent(), Python.MISSING);
    try (var placed = trained(network())) {
      placed.model().saveScript("module", folder.resolve("learnt.pt"));
      python.orElseThrow().run(folder, PREDICTION);
      assertThat(Python.floats(folder.resolve("scores")))
          .containsExactly(scores(placed.model()), within(1e-5f));
    }
  }

  @Test
  void a_module_that_was_written_can_be_learnt_from_again() throws IOException {
    var learnt = folder.resolve("learnt.pt");
    var network = network();
    try (var placed = trained(network)) {
      placed.model().saveScript("module", learnt);
      var again = Stages.of("script", DjlBlocks.NUMBERS).addScript("module", learnt).network();
      assertThat(again.parameters()).isEqualTo(network.parameters());
      assertThat(again.buffers()).isEqualTo(network.buffers());
      try (var model = new DjlModel(again, 1)) {
        assertThat(scores(model)).containsExactly(scores(placed.model()));
      }
    }
  }

  @Test
  void weights_that_are_tied_in_a_module_are_one_and_learn() {
    var network = network();
    try (var before = Placed.open(network, 7);
        var after = trained(network)) {
      for (int index = 0; index < network.parameters().size(); index++) {
        var parameter = network.parameters().get(index);
        boolean changed =
            after
                    .memory()
                    .parameter(index)
                    .segment()
                    .mismatch(before.memory().parameter(index).segment())
                >= 0;
        assertThat(changed).as(parameter.name()).isEqualTo(parameter.trained());
      }
    }
  }

  private ai.djl.Model loaded(boolean trained) throws IOException, ModelException {
    return Criteria.builder()
        .setTypes(NDList.class, NDList.class)
        .optModelPath(folder.resolve("module.pt"))
        .optOption("trainParam", String.valueOf(trained))
        .build()
        .loadModel();
  }

  @Test
  void a_module_that_djl_has_loaded_learns_and_is_saved_by_djl() throws Exception {
    float[] learnt;
    try (var model = loaded(true)) {
      var block = model.getBlock();
      try (var placed =
          trained(Stages.of("loaded", DjlBlocks.NUMBERS).add("block", block).network())) {
        Training.step(placed.model(), batch(), 1);
        assertThat(placed.model().loss()).isLessThan(0.5);
        placed.model().handOver();
        learnt = scores(placed.model());
      }
      assertThat(learnt).isNotEqualTo(scoresOfPlainDjl(folder.resolve("module.pt")));
      assertThat(scores(block)).containsExactly(learnt, within(1e-6f));
      model.save(folder.resolve("saved"), "learnt");
    }
    try (var saved = ai.djl.Model.newInstance("learnt", "PyTorch")) {
      saved.setBlock(new PtSymbolBlock((PtNDManager) saved.getNDManager()));
      saved.load(folder.resolve("saved"));
      assertThat(scores(saved.getBlock())).containsExactly(learnt, within(1e-6f));
    }
  }

  @Test
  void a_module_that_djl_has_frozen_is_refused() throws Exception {
    try (var model = loaded(false)) {
      var stages = Stages.of("loaded", DjlBlocks.NUMBERS).add("block", model.getBlock());
      assertThatThrownBy(stages::network)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "all 8 parameters of loaded are frozen, as those of a module are that DJL loads"
                  + " without the option trainParam: leave some to train");
    }
  }

  @Test
  void a_module_within_a_block_is_refused() throws Exception {
    try (var model = loaded(true)) {
      var block = new SequentialBlock().add(model.getBlock()).add(DjlBlocks.linear(3));
      var stages = Stages.of("loaded", DjlBlocks.NUMBERS).add("block", block);
      assertThatThrownBy(stages::network)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the block has a loaded module of TorchScript among its blocks, which would not learn"
                  + " there: make that a stage of its own, with Stages.add");
    }
  }

  @Test
  void what_cannot_be_written_is_said() {
    try (var model = new DjlModel(network(), 1)) {
      assertThatThrownBy(() -> model.saveScript("body", folder.resolve("body.pt")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("stage \"body\" of script is no module of TorchScript: give one of [module]");
      var within = folder.resolve("module.pt/learnt.pt");
      assertThatThrownBy(() -> model.saveScript("module", within))
          .isInstanceOf(IOException.class)
          .hasMessage(
              within + " cannot be written: " + folder.resolve("module.pt") + " is in the way");
    }
  }
}
