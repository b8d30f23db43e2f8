package io.weft.model;

import java.util.List;

/**
 * A parameter of a model: 32-bit floats of some shape.
 *
 * @param stages the stages that use it, ascending; a tied one is used by several
 * @param trained whether it has a gradient; a frozen one has none
 */
public record Parameter(String name, List<Long> shape, List<Integer> stages, boolean trained) {
  public Parameter {
    shape = List.copyOf(shape);
    stages = stages.stream().sorted().distinct().toList();
    if (stages.isEmpty()) {
      throw new IllegalArgumentException(name + " is used by no stage: name at least one");
    }
    if (shape.stream().anyMatch(length -> length < 1)) {
      throw new IllegalArgumentException(
          "%s has the shape %s: every length at least 1".formatted(name, shape));
    }
  }

  /** How many elements it has. */
  public long count() {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /** Where forward needs it first, and backward uses it last. */
  public int firstStage() {
    return stages.getFirst();
  }
}
