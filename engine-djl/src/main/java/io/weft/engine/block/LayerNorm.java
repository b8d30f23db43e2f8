package io.weft.engine.block;

import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;

/** Layer normalisation (Ba et al., arXiv 1607.06450) of the last dimension. */
public record LayerNorm(Weight scale, Weight bias, long width) implements Block {
  private static final double EPSILON = 1e-5;

  public static LayerNorm of(String name, long width) {
    var shape = List.of(width);
    return new LayerNorm(
        new Weight(name + ".weight", shape, new Initial.Constant(1)),
        new Weight(name + ".bias", shape, new Initial.Constant(0)),
        width);
  }

  @Override
  public List<Weight> weights() {
    return List.of(scale, bias);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return JniUtils.layerNorm(
        input, new Shape(width), pass.value(scale), pass.value(bias), EPSILON);
  }
}
