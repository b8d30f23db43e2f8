package io.weft.engine.block;

import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;

/** One value in place of several neighbours of an image. */
public enum Pooling implements Block {
  /** The largest of each two by two. */
  HALF {
    @Override
    public PtNDArray forward(PtNDArray input, Pass pass) {
      return JniUtils.maxPool(input, new Shape(2, 2), new Shape(2, 2), new Shape(0, 0), false);
    }
  },
  /** The mean of each plane; what remains of an image is a vector. */
  WHOLE {
    @Override
    public PtNDArray forward(PtNDArray input, Pass pass) {
      return JniUtils.flatten(JniUtils.adaptiveAvgPool(input, new Shape(1, 1)), 1, -1);
    }
  }
}
