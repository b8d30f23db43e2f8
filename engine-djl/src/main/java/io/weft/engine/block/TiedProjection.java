package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;

/** How much a vector is like each row of an embedding: its product with all of them. */
public record TiedProjection(Weight embedding) implements Block {
  @Override
  public List<Weight> weights() {
    return List.of(embedding);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return JniUtils.linear(input, pass.value(embedding), null);
  }
}
