package io.weft.engine;

import io.weft.engine.block.Block;
import io.weft.engine.block.Statistic;
import io.weft.engine.block.TorchScript;
import io.weft.engine.block.Weight;
import io.weft.model.ModelBuffer;
import io.weft.model.NamePattern;
import io.weft.model.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A network as a value: what a sample is, and the stages, whose last gives a score per class.
 *
 * @param frozen the names of weights that are kept as they begin, beside those that are frozen
 *     themselves
 */
public record Network(String name, Sample sample, List<Block> stages, Set<String> frozen) {
  public Network {
    stages = List.copyOf(stages);
    frozen = Set.copyOf(frozen);
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

  public Network(String name, Sample sample, List<Block> stages) {
    this(name, sample, stages, Set.of());
  }

  /**
   * The same with weights frozen whose names are as some patterns say.
   *
   * @throws IllegalArgumentException if a pattern is about none, or nothing would be left to train
   */
  public Network freeze(List<NamePattern> patterns) {
    var parameters = parameters();
    for (var pattern : patterns) {
      if (parameters.stream().noneMatch(it -> pattern.matches(it.name()))) {
        throw new IllegalArgumentException(
            "freeze \"%s\": no parameter of %s has such a name; there are %s"
                .formatted(pattern.text(), name, NamePattern.some(parameters)));
      }
    }
    var names = new HashSet<>(frozen);
    parameters.stream()
        .map(Parameter::name)
        .filter(it -> patterns.stream().anyMatch(pattern -> pattern.matches(it)))
        .forEach(names::add);
    var network = new Network(name, sample, stages, names);
    if (network.parameters().stream().noneMatch(Parameter::trained)) {
      throw new IllegalArgumentException(
          "all %d parameters of %s would be frozen: leave some to train"
              .formatted(parameters.size(), name));
    }
    return network;
  }

  /** Whether a weight has a gradient. */
  boolean trains(Weight weight) {
    return weight.trained() && !frozen.contains(weight.name());
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

  /** A stage that is a module of TorchScript, by its name. */
  TorchScript script(String stage) {
    var scripts =
        stages.stream()
            .filter(TorchScript.class::isInstance)
            .map(TorchScript.class::cast)
            .collect(Collectors.toMap(TorchScript::name, it -> it));
    var script = scripts.get(stage);
    if (script == null) {
      throw new IllegalArgumentException(
          "stage \"%s\" of %s is no module of TorchScript: %s"
              .formatted(
                  stage,
                  name,
                  scripts.isEmpty() ? "it has none" : "give one of " + scripts.keySet()));
    }
    return script;
  }

  /** The same as training sees them. */
  public List<Parameter> parameters() {
    return uses().entrySet().stream()
        .map(
            use -> {
              var weight = use.getKey();
              return new Parameter(weight.name(), weight.shape(), use.getValue(), trains(weight));
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
