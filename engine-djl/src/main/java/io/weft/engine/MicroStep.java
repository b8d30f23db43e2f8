package io.weft.engine;

import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.weft.engine.block.Pass;
import io.weft.engine.block.ScriptModule;
import io.weft.engine.block.Statistic;
import io.weft.engine.block.TorchScript;
import io.weft.engine.block.Weight;
import io.weft.model.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One batch, forward and backward through the stages. Each stage owns the arrays of its forward,
 * and they are freed when the stage before it has taken their gradient.
 *
 * <p>A weight is used through a copy of its handle in each stage. Where several stages use it,
 * their gradients are added to each other, last stage first, and then the sum to the gradient of
 * the weight: the order of additions of a backward through the whole network.
 */
final class MicroStep implements AutoCloseable {
  private final Network network;
  private final Environment environment;
  private final PtNDManager manager;
  private final List<PtNDManager> owners;
  private final PtNDArray labels;
  private final double weight;

  /** Of each stage: all that a sample has, then what the stage before gave. */
  private final List<List<PtNDArray>> inputs = new ArrayList<>();

  private final List<PtNDArray> outputs = new ArrayList<>();
  private float[] scores = {};
  private final List<Map<Weight, PtNDArray>> aliases;
  private final Map<Weight, PtNDArray> sums = new HashMap<>();

  /** What was multiplied with weights whose gradients are left as factors. */
  private final Map<Weight, Product> products = new HashMap<>();

  /**
   * A product and what it came from.
   *
   * @param zero was added to it, only to have its gradient
   */
  private record Product(PtNDArray input, PtNDArray zero) {}

  /** What outlives a micro-step. */
  record Environment(
      PtNDManager manager, Placement placement, Constants constants, boolean learning) {}

  MicroStep(Network network, Environment environment, Batch batch, double weight) {
    this.network = network;
    this.environment = environment;
    this.weight = weight;
    this.manager = Torch.part(environment.manager());
    this.owners = network.stages().stream().map(_ -> Torch.part(manager)).toList();
    this.aliases = network.stages().stream().map(_ -> aliasesOfStage()).toList();
    int samples = batch.samples();
    this.inputs.add(
        batch.inputs().stream().map(it -> Torch.copy(owners.getFirst(), it, samples)).toList());
    this.labels = Torch.copy(manager, batch.labels(), samples);
  }

  private static Map<Weight, PtNDArray> aliasesOfStage() {
    return new HashMap<>();
  }

  void forward(int stage) {
    JniUtils.setGradMode(environment.learning());
    if (stage > 0) {
      inputs.add(List.of(boundary(stage)));
    }
    var output = network.stages().get(stage).forward(inputs.get(stage), new StagePass(stage));
    if (stage == last() && !environment.learning()) {
      scores = output.toFloatArray();
    }
    outputs.add(stage == last() ? loss(output) : output);
  }

  private PtNDArray loss(PtNDArray output) {
    var sample = network.sample();
    new LossTrial(network.name(), sample, labels).checkShape(output);
    return (PtNDArray) sample.loss().of(output, labels);
  }

  private int last() {
    return network.stages().size() - 1;
  }

  /** What the stage before gave, cut off from it. */
  private PtNDArray boundary(int stage) {
    var before = outputs.get(stage - 1);
    var input = JniUtils.detachGradient(before);
    input.attach(owners.get(stage));
    if (environment.learning() && environment.placement().learns(stage - 1)) {
      input.setRequiresGradient(true);
    }
    return input;
  }

  float[] scores() {
    return scores;
  }

  double loss() {
    return outputs.getLast().getFloat();
  }

  void backward(int stage) {
    JniUtils.setGradMode(true);
    var output = outputs.get(stage);
    var gradient =
        stage == last() ? seed(output, weight) : gradientOf(inputs.get(stage + 1).getFirst());
    if (gradient != null && environment.placement().learns(stage)) {
      JniUtils.backward(output, gradient, false, false);
    }
    deliverGradients(stage);
    if (stage < last()) {
      owners.get(stage + 1).close();
    }
  }

  /** The gradient of the weighted loss in the loss. */
  static PtNDArray seed(PtNDArray loss, double weight) {
    var owner = loss.getManager();
    return JniUtils.full(
        owner, new Shape(), weight, DataType.FLOAT32, owner.getDevice(), SparseFormat.DENSE);
  }

  private static PtNDArray zeros(PtNDManager owner, Shape shape) {
    return JniUtils.full(owner, shape, 0, DataType.FLOAT32, owner.getDevice(), SparseFormat.DENSE);
  }

  private static @Nullable PtNDArray gradientOf(PtNDArray array) {
    return JniUtils.getGradient(array);
  }

  private void deliverGradients(int stage) {
    aliases
        .get(stage)
        .forEach(
            (weight, alias) -> {
              var gradient = gradientOf(alias);
              if (gradient != null) {
                gradient.attach(manager);
                sums.merge(weight, gradient, MicroStep::added);
              }
            });
    var placement = environment.placement();
    for (var weight : network.stages().get(stage).weights()) {
      var product = products.remove(weight);
      if (product != null) {
        placement.deliver(weight, product.input, gradientOf(product.zero));
      } else if (placement.handedOver(weight) && placement.firstStage(weight) == stage) {
        var sum = sums.remove(weight);
        placement.deliver(weight, sum);
        if (sum != null) {
          sum.close();
        }
      }
    }
  }

  private static PtNDArray added(PtNDArray sum, PtNDArray gradient) {
    JniUtils.addi(sum, gradient);
    gradient.close();
    return sum;
  }

  /** Frees everything but the model. */
  @Override
  public void close() {
    manager.close();
  }

  /** What names stand for in one stage. */
  private final class StagePass implements Pass {
    private final int stage;

    StagePass(int stage) {
      this.stage = stage;
    }

    @Override
    public PtNDArray value(Weight weight) {
      var value = environment.placement().value(weight);
      return environment.learning() && environment.placement().handedOver(weight)
          ? aliases.get(stage).computeIfAbsent(weight, _ -> alias(value))
          : value;
    }

    private PtNDArray alias(PtNDArray value) {
      var alias = JniUtils.detachGradient(value);
      alias.attach(owners.get(stage));
      alias.setRequiresGradient(true);
      return alias;
    }

    /** A weight whose gradient is left as factors is a constant here. */
    @Override
    public PtNDArray linear(PtNDArray input, Weight weight, Weight bias) {
      var placement = environment.placement();
      if (!environment.learning() || !placement.leavesFactors(weight)) {
        return Pass.super.linear(input, weight, bias);
      }
      var owner = owners.get(stage);
      var constant = JniUtils.detachGradient(placement.value(weight));
      constant.attach(owner);
      var output = JniUtils.linear(input, constant, value(bias));
      var zero = zeros(owner, output.getShape());
      zero.setRequiresGradient(true);
      products.put(weight, new Product(input, zero));
      return JniUtils.add(output, zero);
    }

    @Override
    public PtNDArray value(Statistic statistic) {
      return environment.placement().statistic(statistic);
    }

    @Override
    public PtNDArray constant(Object key, Function<PtNDManager, PtNDArray> make) {
      return environment.constants().constant(key, make);
    }

    @Override
    public ScriptModule module(TorchScript script) {
      return environment.placement().module(script);
    }

    @Override
    public boolean learning() {
      return environment.learning();
    }
  }
}
