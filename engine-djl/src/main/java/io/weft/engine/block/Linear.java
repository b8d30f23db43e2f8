package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import java.util.List;

/** A linear map of the last dimension, and a bias. */
public record Linear(Weight weight, Weight bias) implements Block {
  /** Begun as PyTorch does. */
  public static Linear of(String name, long inputs, long outputs) {
    return of(name, inputs, outputs, Initial.Uniform.of(inputs), Initial.Uniform.of(inputs));
  }

  public static Linear of(String name, long inputs, long outputs, Initial weight, Initial bias) {
    return new Linear(
        new Weight(name + ".weight", List.of(outputs, inputs), weight),
        new Weight(name + ".bias", List.of(outputs), bias));
  }

  @Override
  public List<Weight> weights() {
    return List.of(weight, bias);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return pass.linear(input, weight, bias);
  }

  @Override
  public boolean multipliesOnly(Weight other) {
    return other.equals(weight);
  }
}
