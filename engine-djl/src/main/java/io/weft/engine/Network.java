package io.weft.engine;

import io.weft.engine.block.Block;
import io.weft.engine.block.Statistic;
import io.weft.engine.block.Weight;
import io.weft.model.ModelBuffer;
import io.weft.model.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** A network as a value: what a sample is, and the stages, whose last gives a score per class. */
public record Network(String name, Sample sample, List<Block> stages) {
  public Network {
    stages = List.copyOf(stages);
    if (uses(stages).isEmpty()) {
      throw new IllegalArgumentException(name + " has no parameters: there is nothing to train");
    }
    var names = new LinkedHashMap<String, Weight>();
    for (var weight : uses(stages).keySet()) {
      var other = names.putIfAbsent(weight.name(), weight);
      if (other != null) {
        throw new IllegalArgumentException(
            "%s has two weights %s, %s and %s: tied ones are equal, others have other names"
                .formatted(name, weight.name(), other, weight));
      }
    }
  }

  private static Map<Weight, List<Integer>> uses(List<Block> stages) {
    var uses = new LinkedHashMap<Weight, List<Integer>>();
    for (int stage = 0; stage < stages.size(); stage++) {
      for (var weight : new LinkedHashSet<>(stages.get(stage).weights())) {
        uses.computeIfAbsent(weight, _ -> new ArrayList<>()).add(stage);
      }
    }
    return uses;
  }

  /** The weights in the order of their first use, each with the stages that use it, ascending. */
  public Map<Weight, List<Integer>> uses() {
    return uses(stages);
  }

  /** In the order in which forward first uses them. */
  public List<Weight> weights() {
    return List.copyOf(uses(stages).keySet());
  }

  /** The same as training sees them. */
  public List<Parameter> parameters() {
    return uses().entrySet().stream()
        .map(
            use -> {
              var weight = use.getKey();
              return new Parameter(weight.name(), weight.shape(), use.getValue(), weight.trained());
            })
        .toList();
  }

  /**
   * Whether a weight is used once, to multiply, so that its gradient is a product of what it was
   * multiplied with and of the gradients of what came out.
   */
  boolean multipliesOnly(Weight weight) {
    return Block.multipliesOnly(stages, weight);
  }

  public List<Statistic> statistics() {
    return stages.stream().flatMap(stage -> stage.statistics().stream()).distinct().toList();
  }

  /** The same as training sees them. */
  public List<ModelBuffer> buffers() {
    return statistics().stream()
        .map(statistic -> new ModelBuffer(statistic.name(), statistic.shape()))
        .toList();
  }
}
