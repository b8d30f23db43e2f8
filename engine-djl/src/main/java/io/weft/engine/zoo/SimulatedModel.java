package io.weft.engine.zoo;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.engine.Sample;
import io.weft.engine.block.Initial;
import io.weft.model.Batch;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelBuffer;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A model whose layers wait in place of computing, so that more workers than cores can be measured:
 * x + w₀ after a wait forward, and a gradient of ones after a wait backward. Its last stage, a
 * linear map to ten classes, is computed.
 */
public final class SimulatedModel implements Model {
  /** The name under which it goes among the models. */
  public static final String NAME = "sim";

  /** How many elements are added at once. */
  private static final int PIECE = 4096;

  static final Sample.Features SAMPLE = new Sample.Features(List.of(1L), 10);

  private final Simulation simulation;
  private final List<Parameter> parameters;
  private final MemorySegment addends = Arena.ofAuto().allocate(JAVA_FLOAT, PIECE);
  private @Nullable ModelMemory own;
  private ModelMemory memory;
  private boolean learning = true;
  private @Nullable Batch batch;
  private double weight;
  private float shift;
  private @Nullable LinearClassifier classifier;

  public SimulatedModel(Simulation simulation, long seed) {
    this.simulation = simulation;
    this.parameters = parameters(simulation.sizes());
    this.memory = new ModelMemory(BucketPlan.perParameter(parameters), List.of());
    this.own = memory;
    for (int index = simulation.layers(); index < parameters.size(); index++) {
      var segment = memory.parameter(index).segment();
      Initial.Uniform.of(1).fill(segment, seed, parameters.get(index).name());
    }
  }

  private static List<Parameter> parameters(List<Long> sizes) {
    var parameters = new ArrayList<Parameter>();
    for (int layer = 0; layer < sizes.size(); layer++) {
      var shape = List.of(sizes.get(layer));
      parameters.add(new Parameter("layer" + layer, shape, List.of(layer), true));
    }
    long classes = SAMPLE.classes();
    var last = List.of(sizes.size());
    parameters.add(new Parameter("last.weight", List.of(classes, 1L), last, true));
    parameters.add(new Parameter("last.bias", List.of(classes), last, true));
    return List.copyOf(parameters);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public List<ModelBuffer> buffers() {
    return List.of();
  }

  @Override
  public int stages() {
    return simulation.layers() + 1;
  }

  @Override
  public void place(ModelMemory memory) {
    for (int index = 0; index < parameters.size(); index++) {
      memory.parameter(index).segment().copyFrom(this.memory.parameter(index).segment());
      memory.gradient(index).segment().fill((byte) 0);
    }
    this.memory = memory;
    close();
  }

  @Override
  public void begin(Batch batch, double weight) {
    SAMPLE.check(batch);
    this.batch = batch;
    this.weight = weight;
    this.shift = 0;
    this.classifier = null;
  }

  @Override
  public void forward(int stage) {
    if (stage < simulation.layers()) {
      pause(simulation.forward());
      shift += memory.parameter(stage).segment().getAtIndex(JAVA_FLOAT, 0);
    } else {
      var scales = floats(memory.parameter(stage));
      classifier = LinearClassifier.of(begun(), shift, scales, floats(memory.parameter(stage + 1)));
    }
  }

  private static float[] floats(Tensor tensor) {
    return tensor.segment().toArray(JAVA_FLOAT);
  }

  private Batch begun() {
    if (batch == null) {
      throw new IllegalStateException("no batch is under way: begin one first");
    }
    return batch;
  }

  @Override
  public double loss() {
    return classifier == null ? Double.NaN : classifier.loss();
  }

  @Override
  public void backward(int stage, IntConsumer complete) {
    if (!learning || classifier == null) {
      throw new IllegalStateException(
          "stage %d cannot run backward: run all %d forward first, and let the model learn"
              .formatted(stage, stages()));
    }
    if (stage < simulation.layers()) {
      pause(simulation.backward());
      addToAll(memory.gradient(stage).segment(), (float) weight);
      complete.accept(stage);
    } else {
      add(memory.gradient(stage).segment(), classifier.scaleGradients());
      add(memory.gradient(stage + 1).segment(), classifier.biasGradients());
      complete.accept(stage + 1);
      complete.accept(stage);
    }
  }

  /** Adds a piece at a time, so that the addends stay in the cache. */
  private void addToAll(MemorySegment target, float value) {
    for (int at = 0; at < PIECE; at++) {
      addends.setAtIndex(JAVA_FLOAT, at, value);
    }
    for (long at = 0; at < target.byteSize(); at += addends.byteSize()) {
      long bytes = Math.min(addends.byteSize(), target.byteSize() - at);
      var piece = target.asSlice(at, bytes);
      Kernels.best()
          .reduce(ElementType.FP32, Reduction.SUM, piece, piece, addends.asSlice(0, bytes));
    }
  }

  private void add(MemorySegment segment, double[] values) {
    for (int at = 0; at < values.length; at++) {
      float sum = segment.getAtIndex(JAVA_FLOAT, at) + (float) (weight * values[at]);
      segment.setAtIndex(JAVA_FLOAT, at, sum);
    }
  }

  /** Waiting is this model's work, hence a pause rather than a wait for something. */
  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while simulating a layer: the step is lost", e);
    }
  }

  @Override
  public void train(boolean learning) {
    this.learning = learning;
  }

  /** Frees the memory that it had before it was placed. */
  @Override
  public void close() {
    if (own != null) {
      own.close();
      own = null;
    }
  }
}
