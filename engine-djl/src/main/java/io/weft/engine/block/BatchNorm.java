package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;

/** Batch normalisation (Ioffe and Szegedy, arXiv 1502.03167) with PyTorch's constants. */
public record BatchNorm(Weight scale, Weight bias, Statistic mean, Statistic variance)
    implements Block {
  /** How much of the running statistics a batch replaces. */
  private static final double MOMENTUM = 0.1;

  private static final double EPSILON = 1e-5;

  public static BatchNorm of(String name, long channels) {
    var shape = List.of(channels);
    return new BatchNorm(
        new Weight(name + ".weight", shape, new Initial.Constant(1)),
        new Weight(name + ".bias", shape, new Initial.Constant(0)),
        new Statistic(name + ".running_mean", shape, new Initial.Constant(0)),
        new Statistic(name + ".running_var", shape, new Initial.Constant(1)));
  }

  @Override
  public List<Weight> weights() {
    return List.of(scale, bias);
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(mean, variance);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return JniUtils.batchNorm(
        input,
        pass.value(mean),
        pass.value(variance),
        pass.value(scale),
        pass.value(bias),
        pass.learning(),
        MOMENTUM,
        EPSILON);
  }
}
