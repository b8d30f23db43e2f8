package io.weft.engine;

import ai.djl.pytorch.engine.PtNDManager;
import io.weft.data.Dataset;
import io.weft.engine.block.DjlBlock;
import io.weft.engine.block.TorchScript;
import io.weft.engine.hook.GradientHooks;
import io.weft.engine.loss.Loss;
import io.weft.model.Batch;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelBuffer;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A network that PyTorch computes. Equal seeds begin with equal weights, on every machine.
 *
 * <p>Until it is placed it lies in memory of its own.
 */
public final class DjlModel implements Model {
  private final Network network;
  private final List<Parameter> parameters;
  private final PtNDManager manager = Torch.open();
  private final Constants constants = new Constants(manager);
  private final Optional<GradientHooks> hooks;
  private @Nullable ModelMemory own;
  private Placement placement;
  private @Nullable MicroStep step;
  private boolean learning = true;

  /** How many stages have run since {@link #begin}, forward or backward. */
  private int calls;

  private double loss = Double.NaN;

  public DjlModel(Network network, long seed) {
    this(network, seed, GradientHooks.areWanted());
  }

  /**
   * A block of DJL's that learns classes by cross entropy.
   *
   * @param data what it is to learn from
   */
  public static DjlModel of(ai.djl.nn.Block block, Dataset data) {
    return of(block, data, Loss.crossEntropy());
  }

  /**
   * A block of DJL's, to be trained as it is: with the initialisers that it has, and with what is
   * learnt in its own parameters when training has ended. It gets all inputs of a sample. Ranks
   * begin with the values of rank 0. Parameters keep the names that they have in the block; those
   * of a module of TorchScript have {@code block.} before them.
   *
   * @param data what it is to learn from
   * @throws IllegalArgumentException if the loss does not take the labels of the data, or what the
   *     block gives
   */
  public static DjlModel of(ai.djl.nn.Block block, Dataset data, Loss loss) {
    var stages = Stages.of("block", Sample.of(data, loss)).addWhole(block);
    return new DjlModel(stages.network(), 1);
  }

  /** With hooks if this machine has them, or without. */
  DjlModel(Network network, long seed, boolean hooked) {
    this.network = network;
    this.hooks = hooked ? GradientHooks.available() : Optional.empty();
    this.parameters = network.parameters();
    var memory = new ModelMemory(BucketPlan.perParameter(parameters), network.buffers());
    fill(memory, seed);
    this.own = memory;
    this.placement = new Placement(manager, network, memory, hooks);
  }

  private void fill(ModelMemory memory, long seed) {
    var weights = network.weights();
    for (int index = 0; index < weights.size(); index++) {
      var weight = weights.get(index);
      weight.initial().fill(memory.parameter(index).segment(), seed, weight.name());
    }
    var statistics = network.statistics();
    for (int index = 0; index < statistics.size(); index++) {
      var statistic = statistics.get(index);
      statistic.initial().fill(memory.buffer(index).segment(), seed, statistic.name());
    }
  }

  public Network network() {
    return network;
  }

  /** Which engine computes, with versions: {@code PyTorch 2.7.1, DJL 0.36.0}. */
  public static String engine() {
    return Torch.version();
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public List<ModelBuffer> buffers() {
    return network.buffers();
  }

  @Override
  public int stages() {
    return network.stages().size();
  }

  @Override
  public void place(ModelMemory memory) {
    if (!memory.plan().parameters().equals(parameters)) {
      throw new IllegalArgumentException(
          "the memory was planned for other parameters than those of %s: plan it with its own"
              .formatted(network.name()));
    }
    endStep();
    var before = placement.memory();
    for (int index = 0; index < parameters.size(); index++) {
      memory.parameter(index).segment().copyFrom(before.parameter(index).segment());
    }
    for (int index = 0; index < buffers().size(); index++) {
      memory.buffer(index).segment().copyFrom(before.buffer(index).segment());
    }
    placement.close();
    placement = new Placement(manager, network, memory, hooks);
    freeOwn();
  }

  @Override
  public void begin(Batch batch, double weight) {
    network.sample().check(batch);
    endStep();
    var environment = new MicroStep.Environment(manager, placement, constants, learning);
    step = new MicroStep(network, environment, batch, weight);
    calls = 0;
    loss = Double.NaN;
  }

  @Override
  public void forward(int stage) {
    expect(calls == stage, "forward", stage).forward(stage);
    calls++;
    if (calls == stages()) {
      loss = expect(true, "forward", stage).loss();
    }
  }

  @Override
  public double loss() {
    return loss;
  }

  @Override
  public float[] scores() {
    if (step == null || learning || calls != stages()) {
      throw new IllegalStateException(
          "there are no scores: call train(false), begin a batch and run %d stages forward"
              .formatted(stages()));
    }
    return step.scores();
  }

  @Override
  public void backward(int stage, IntConsumer complete) {
    boolean next = learning && calls == 2 * stages() - 1 - stage;
    var current = expect(next, "backward", stage);
    calls++;
    var completed = new BitSet();
    IntConsumer once =
        index -> {
          completed.set(index);
          complete.accept(index);
        };
    placement.listen(once, () -> current.backward(stage));
    for (int index = 0; index < parameters.size(); index++) {
      var parameter = parameters.get(index);
      boolean last = parameter.trained() && parameter.firstStage() == stage;
      if (last && !completed.get(index)) {
        complete.accept(index);
      }
    }
    if (stage == 0) {
      endStep();
    }
  }

  private MicroStep expect(boolean next, String direction, int stage) {
    if (step == null || !next) {
      throw new IllegalStateException(
          ("stage %d cannot run %s now: begin a batch, run the %d stages forward in order,"
                  + " and backward in reverse if the model learns")
              .formatted(stage, direction, stages()));
    }
    return step;
  }

  @Override
  public void clear(ModelMemory memory, int bucket, long first, long count) {
    placement.clear(bucket, first, count);
  }

  @Override
  public void writeZeros() {
    placement.writeZeros();
  }

  @Override
  public int leaveFactors(int parameter, int samples, long numbersMost) {
    return placement.leaveFactors(parameter, samples, numbersMost);
  }

  @Override
  public void train(boolean learning) {
    endStep();
    this.learning = learning;
  }

  @Override
  public void handOver() {
    try (var part = Torch.part(manager)) {
      for (var stage : network.stages()) {
        if (stage instanceof DjlBlock block) {
          block.learn(placement);
        } else if (stage instanceof TorchScript script) {
          script.learn(placement, part);
        }
      }
    }
  }

  /**
   * Writes a stage that came from a TorchScript file as such a file, with what was learnt in place
   * of what it had; all else in it stays. {@code torch.jit.load} reads it, and DJL's {@code
   * Criteria}. When training has ended, all ranks have the same, and one of them may write it.
   *
   * @throws IllegalArgumentException if there is no such stage
   */
  public void saveScript(String stage, Path file) throws IOException {
    var script = network.script(stage);
    try (var part = Torch.part(manager)) {
      var bytes = script.with(placement, part);
      WholeFile.write(file, temporary -> Files.write(temporary, bytes));
    }
  }

  /** How many arrays of PyTorch it holds, with those of a micro-step under way. */
  int liveArrays() {
    return manager.getManagedArrays().size();
  }

  private void endStep() {
    if (step != null) {
      step.close();
      step = null;
    }
  }

  private void freeOwn() {
    if (own != null) {
      own.close();
      own = null;
    }
  }

  @Override
  public void close() {
    endStep();
    placement.close();
    manager.close();
    freeOwn();
  }
}
