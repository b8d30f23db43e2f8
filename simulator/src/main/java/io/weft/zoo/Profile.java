package io.weft.zoo;

import io.weft.model.Parameter;
import java.util.List;
import java.util.Optional;

/**
 * A network as a simulator needs it.
 *
 * @param batch samples of a rank in a step, unless told otherwise
 * @param forward for each stage its work in forward: floating-point operations of one sample, or
 *     seconds of the batch if it was measured
 * @param backward for each stage its work in backward, in the same unit
 * @param measured what a step of the batch took on one rank alone; empty if nothing was measured
 */
public record Profile(
    String name,
    int batch,
    List<Double> forward,
    List<Double> backward,
    List<Parameter> parameters,
    Optional<StepTimes> measured) {
  public Profile {
    forward = List.copyOf(forward);
    backward = List.copyOf(backward);
    parameters = List.copyOf(parameters);
    if (batch < 1 || parameters.isEmpty() || forward.size() != backward.size()) {
      throw new IllegalArgumentException(
          "%s has a batch of %d, %d parameters, %d stages forward and %d backward: %s"
              .formatted(
                  name,
                  batch,
                  parameters.size(),
                  forward.size(),
                  backward.size(),
                  "at least 1 of each, and as many backward as forward"));
    }
    if (forward.isEmpty() || !allPositive(forward) || !allPositive(backward)) {
      throw new IllegalArgumentException(
          "%s has stages with work %s and %s: at least one stage, and all above 0"
              .formatted(name, forward, backward));
    }
    int stages = forward.size();
    for (var parameter : parameters) {
      if (parameter.stages().getLast() >= stages || parameter.firstStage() < 0) {
        throw new IllegalArgumentException(
            "%s of %s is used by stages %s: there are stages 0 to %d"
                .formatted(parameter.name(), name, parameter.stages(), stages - 1));
      }
    }
  }

  /** By operations in forward; backward takes twice as many. */
  public Profile(String name, int batch, List<Double> operations, List<Parameter> parameters) {
    this(
        name,
        batch,
        operations,
        operations.stream().map(count -> 2 * count).toList(),
        parameters,
        Optional.empty());
  }

  private static boolean allPositive(List<Double> works) {
    return works.stream().allMatch(work -> work > 0 && work < Double.POSITIVE_INFINITY);
  }

  public int stages() {
    return forward.size();
  }

  /** How many parameters it has, tied ones counted once. */
  public long count() {
    return parameters.stream().mapToLong(Parameter::count).sum();
  }

  /** All work of a step, in its unit: operations of one sample where nothing was measured. */
  public double work() {
    return sum(forward) + sum(backward);
  }

  private static double sum(List<Double> works) {
    return works.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The part of a step's computation that forward takes. */
  public double forwardShare() {
    return sum(forward) / work();
  }

  /** The part of a step's computation that the forward pass of a stage takes. */
  public double forwardShare(int stage) {
    return forward.get(stage) / work();
  }

  /** The part of a step's computation that the backward pass of a stage takes. */
  public double backwardShare(int stage) {
    return backward.get(stage) / work();
  }
}
