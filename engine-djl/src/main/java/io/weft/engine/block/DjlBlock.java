package io.weft.engine.block;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Parameter;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.training.ParameterStore;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A block of DJL's. Its weights begin with the values that its parameters have, and those stay as
 * they are while training lasts, with what is learnt in the memory of the model; then the
 * parameters have it too.
 *
 * <p>Running means and variances are statistics; any other parameter without a gradient is frozen.
 */
public final class DjlBlock implements Block {
  private final ai.djl.nn.Block block;
  private final Map<Parameter, Weight> weights = new LinkedHashMap<>();
  private final Map<Parameter, Statistic> statistics = new LinkedHashMap<>();

  /**
   * @param prefix what names of parameters begin with
   * @param block initialised, with 32-bit floats
   * @param known weights of other blocks, by which a parameter that is also theirs is tied; those
   *     of this block are added
   */
  public DjlBlock(String prefix, ai.djl.nn.Block block, Map<Parameter, Weight> known) {
    this.block = block;
    if (LoadedModule.isIn(block)) {
      throw new IllegalArgumentException(
          "the block has a loaded module of TorchScript among its blocks, which would not learn"
              + " there: make that a stage of its own, with Stages.add");
    }
    for (var entry : new LinkedHashSet<>(block.getParameters().values())) {
      var path = prefix + pathOf(block, entry);
      if (isStatistic(entry)) {
        statistics.put(entry, new Statistic(path, shape(entry), values(path, entry)));
      } else {
        weights.put(entry, known.computeIfAbsent(entry, parameter -> weight(path, parameter)));
      }
    }
  }

  private static String pathOf(ai.djl.nn.Block block, Parameter parameter) {
    var list = block.getParameters();
    return list.keys().get(list.values().indexOf(parameter));
  }

  private static boolean isStatistic(Parameter parameter) {
    return switch (parameter.getType()) {
      case RUNNING_MEAN, RUNNING_VAR -> true;
      case WEIGHT, BIAS, GAMMA, BETA, OTHER -> false;
    };
  }

  private static Weight weight(String path, Parameter parameter) {
    var values = values(path, parameter);
    return new Weight(path, shape(parameter), values, parameter.requiresGradient());
  }

  private static Initial values(String path, Parameter parameter) {
    return Values.of(path, parameter.getArray());
  }

  private static List<Long> shape(Parameter parameter) {
    return Values.shape(parameter.getArray());
  }

  @Override
  public List<Weight> weights() {
    return List.copyOf(weights.values());
  }

  @Override
  public List<Statistic> statistics() {
    return List.copyOf(statistics.values());
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return forward(List.of(input), pass);
  }

  @Override
  public PtNDArray forward(List<PtNDArray> inputs, Pass pass) {
    var arrays = new NDList(inputs.toArray(NDArray[]::new));
    return Values.only(block.forward(new Store(pass), arrays, pass.learning()));
  }

  /** Its parameters get the values that weights and statistics have in memory. */
  public void learn(Learnt learnt) {
    weights.forEach((own, weight) -> Values.set(own.getArray(), learnt.values(weight)));
    statistics.forEach((own, statistic) -> Values.set(own.getArray(), learnt.values(statistic)));
  }

  /** Gives a block of DJL's the arrays of this run for its parameters. */
  private final class Store extends ParameterStore {
    private final Pass pass;

    Store(Pass pass) {
      this.pass = pass;
    }

    /** Blocks ask for parameters that they may have, such as a bias, also if they have none. */
    @Override
    public @Nullable NDArray getValue(
        @Nullable Parameter parameter, Device device, boolean training) {
      if (parameter == null) {
        return null;
      }
      return Optional.ofNullable(weights.get(parameter))
          .map(pass::value)
          .or(() -> Optional.ofNullable(statistics.get(parameter)).map(pass::value))
          .orElseThrow(() -> new IllegalStateException(unlisted(parameter)));
    }

    private static String unlisted(Parameter parameter) {
      return "parameter %s is not in the block's list: add it to the block that uses it"
          .formatted(parameter.getName());
    }
  }
}
