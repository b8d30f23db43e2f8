package io.weft.zoo;

import io.weft.model.Parameter;
import java.util.List;

/**
 * A network as a simulator needs it.
 *
 * @param batch samples of a rank in a step, unless told otherwise
 * @param operations of each stage: floating-point operations of one sample in forward; backward
 *     takes twice as many
 */
public record Profile(String name, int batch, List<Double> operations, List<Parameter> parameters) {
  private static final double PASSES = 3;

  public Profile {
    operations = List.copyOf(operations);
    parameters = List.copyOf(parameters);
    if (operations.isEmpty() || operations.stream().anyMatch(count -> !(count > 0))) {
      throw new IllegalArgumentException(
          "%s has stages with %s operations: at least one stage, and all above 0"
              .formatted(name, operations));
    }
  }

  public int stages() {
    return operations.size();
  }

  /** How many parameters it has, tied ones counted once. */
  public long count() {
    return parameters.stream().mapToLong(Parameter::count).sum();
  }

  /** Floating-point operations of one sample, forward and backward. */
  public double operationsPerSample() {
    return PASSES * forwardOperations();
  }

  private double forwardOperations() {
    return operations.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The part of a step's computation that the forward pass of a stage takes. */
  public double forwardShare(int stage) {
    return operations.get(stage) / forwardOperations() / PASSES;
  }

  /** The part of a step's computation that the backward pass of a stage takes. */
  public double backwardShare(int stage) {
    return 2 * forwardShare(stage);
  }
}
