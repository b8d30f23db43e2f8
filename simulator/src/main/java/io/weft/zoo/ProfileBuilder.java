package io.weft.zoo;

import io.weft.model.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts a profile together, stage by stage in the order of forward. */
final class ProfileBuilder {
  private final List<Double> operations = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();

  /** Begins a stage; what follows belongs to it. */
  ProfileBuilder stage(double operationsPerSample) {
    operations.add(operationsPerSample);
    return this;
  }

  private int current() {
    return operations.size() - 1;
  }

  /** A parameter of the current stage. */
  ProfileBuilder parameter(long... shape) {
    var lengths = Arrays.stream(shape).boxed().toList();
    parameters.add(
        new Parameter("parameter " + parameters.size(), lengths, List.of(current()), true));
    return this;
  }

  /** The current stage uses a parameter of an earlier one, by its number. */
  ProfileBuilder tied(int index) {
    var old = parameters.get(index);
    var stages = new ArrayList<>(old.stages());
    stages.add(current());
    parameters.set(index, new Parameter(old.name(), old.shape(), stages, true));
    return this;
  }

  /** A scale and a shift. */
  ProfileBuilder norm(long width) {
    return parameter(width).parameter(width);
  }

  /** A matrix and a bias in a stage that exists. */
  ProfileBuilder dense(long inputs, long outputs) {
    return parameter(outputs, inputs).parameter(outputs);
  }

  /** A fully connected layer as a stage. */
  ProfileBuilder linear(long inputs, long outputs) {
    return stage(2.0 * inputs * outputs).dense(inputs, outputs);
  }

  /**
   * A convolution without bias and its batch norm as a stage.
   *
   * @param side of its output, which is square
   */
  ProfileBuilder convolution(long inputs, long outputs, int height, int width, int side) {
    return stage(2.0 * inputs * outputs * height * width * side * side)
        .parameter(outputs, inputs, height, width)
        .norm(outputs);
  }

  /** The same tensors, of a square convolution, in a stage that exists. */
  ProfileBuilder kernel(long inputs, long outputs, int side) {
    return parameter(outputs, inputs, side, side).norm(outputs);
  }

  Profile named(String name, int batch) {
    return new Profile(name, batch, operations, parameters);
  }
}
