package io.weft.engine;

import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Parameter;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.JniUtils;
import io.weft.data.ArrayShape;
import io.weft.engine.block.Block;
import io.weft.engine.block.DjlBlock;
import io.weft.engine.block.TorchScript;
import io.weft.engine.block.Weight;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A network of one's own, stage by stage: blocks of DJL, modules of TorchScript, blocks of ours.
 *
 * <pre>{@code
 * var network =
 *     Stages.of("mine", new Sample.Features(List.of(784L), 10))
 *         .add("body", new SequentialBlock().add(Linear.builder().setUnits(64).build()))
 *         .addScript("head", Path.of("head.pt"))
 *         .network();
 * }</pre>
 *
 * <p>A parameter that several blocks of DJL hold is tied. Names of parameters begin with that of
 * their stage. What draws random numbers, such as dropout, draws them from PyTorch's one generator:
 * its runs differ.
 */
public final class Stages {
  /** Batch norm and its like refuse a batch of one. */
  private static final int SAMPLES = 2;

  private final String name;
  private final Sample sample;
  private final List<Stage> stages = new ArrayList<>();
  private final Map<Parameter, Weight> known = new HashMap<>();

  /** Made when it is known what it gets. */
  private record Stage(String name, Function<List<PtNDArray>, Block> make) {}

  private Stages(String name, Sample sample) {
    this.name = name;
    this.sample = sample;
  }

  public static Stages of(String name, Sample sample) {
    return new Stages(name, sample);
  }

  /**
   * Adds a block of DJL. If it is not initialised yet, it will be, as its initialisers say; DJL
   * draws from one generator, so {@code Engine.setRandomSeed} makes that repeatable. Whatever its
   * values, all ranks begin with those of rank 0.
   *
   * <p>A module of TorchScript that DJL has loaded is a stage by itself and learns if it was loaded
   * with the option {@code trainParam}.
   */
  public Stages add(String stage, ai.djl.nn.Block block) {
    return add(stage, stage + ".", block);
  }

  /** Adds a block that is all there is, so that its parameters keep the names that they have. */
  Stages addWhole(ai.djl.nn.Block block) {
    return add("block", "", block);
  }

  private Stages add(String stage, String prefix, ai.djl.nn.Block block) {
    stages.add(
        new Stage(
            stage,
            inputs -> {
              attempt(stage, inputs, () -> initialise(block, shapes(inputs)));
              return block instanceof PtSymbolBlock module
                  ? TorchScript.of(stage, module, inputs.getFirst().getManager())
                  : new DjlBlock(prefix, block, known);
            }));
    return this;
  }

  /** The arrays are the block's, and live as long as it. */
  private static ai.djl.nn.Block initialise(ai.djl.nn.Block block, Shape[] inputs) {
    if (!block.isInitialized()) {
      block.initialize(Torch.open(), DataType.FLOAT32, inputs);
    }
    return block;
  }

  private static Shape[] shapes(List<PtNDArray> arrays) {
    return arrays.stream().map(PtNDArray::getShape).toArray(Shape[]::new);
  }

  /** Adds a module that {@code torch.jit.script(module).save(file)} wrote. */
  public Stages addScript(String stage, Path file) {
    stages.add(
        new Stage(stage, inputs -> TorchScript.read(stage, file, inputs.getFirst().getManager())));
    return this;
  }

  public Stages add(String stage, Block block) {
    stages.add(new Stage(stage, _ -> block));
    return this;
  }

  /**
   * Tries the stages on two samples of zeros, and makes a network of them.
   *
   * @throws IllegalArgumentException if one does not take what the one before gives, if the last
   *     does not give what the loss wants of each label, or if there is nothing to train
   */
  public Network network() {
    try (var manager = Torch.open()) {
      JniUtils.setGradMode(false);
      var trial = new Trial(manager);
      var blocks = new ArrayList<Block>();
      var current = sample.arrays().inputs().stream().map(it -> zeros(manager, it)).toList();
      for (var stage : stages) {
        var inputs = current;
        var block = stage.make().apply(inputs);
        current = List.of(attempt(stage.name(), inputs, () -> block.forward(inputs, trial)));
        blocks.add(block);
      }
      var labels = zeros(manager, sample.arrays().labels());
      new LossTrial(name, sample, labels).check(current.getFirst());
      return requireTrained(new Network(name, sample, blocks));
    }
  }

  private static Network requireTrained(Network network) {
    if (network.parameters().stream().noneMatch(io.weft.model.Parameter::trained)) {
      throw new IllegalArgumentException(
          ("all %d parameters of %s are frozen, as those of a module are that DJL loads without"
                  + " the option trainParam: leave some to train")
              .formatted(network.parameters().size(), network.name()));
    }
    return network;
  }

  private static PtNDArray zeros(PtNDManager manager, ArrayShape array) {
    var shape = new Shape(SAMPLES).addAll(Torch.shape(array.lengths()));
    return (PtNDArray) manager.zeros(shape, Torch.type(array.type()));
  }

  private <T> T attempt(String stage, List<PtNDArray> inputs, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      var shapes = inputs.stream().map(it -> it.getShape().toString()).toList();
      throw new IllegalArgumentException(
          "stage %s of %s does not take what comes before it, of shape %s: %s"
              .formatted(stage, name, String.join(" and ", shapes), LossTrial.reason(e)),
          e);
    }
  }
}
