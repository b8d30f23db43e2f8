package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;

/** A function of each element by itself. */
public enum Activation implements Block {
  RELU {
    @Override
    public PtNDArray forward(PtNDArray input, Pass pass) {
      return JniUtils.relu(input);
    }
  },
  GELU {
    @Override
    public PtNDArray forward(PtNDArray input, Pass pass) {
      return JniUtils.gelu(input);
    }
  }
}
