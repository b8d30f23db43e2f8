package io.weft.engine.block;

import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;

/** A convolution over images, without a bias: batch norm follows and has one. */
public record Convolution(Weight weight, long stride, long padding) implements Block {
  /** Square, and padded so that a stride of 1 keeps the size. */
  public static Convolution of(String name, Channels channels, long kernel, long stride) {
    long inputs = channels.inputs() * kernel * kernel;
    var shape = List.of(channels.outputs(), channels.inputs(), kernel, kernel);
    var weight = new Weight(name + ".weight", shape, Initial.Uniform.of(inputs));
    return new Convolution(weight, stride, kernel / 2);
  }

  /** How many planes an image has before and after. */
  public record Channels(long inputs, long outputs) {}

  @Override
  public List<Weight> weights() {
    return List.of(weight);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return JniUtils.convolution(
        input,
        pass.value(weight),
        null,
        new Shape(stride, stride),
        new Shape(padding, padding),
        new Shape(1, 1),
        1);
  }
}
