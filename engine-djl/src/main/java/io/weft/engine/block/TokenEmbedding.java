package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;

/**
 * A vector for each token and one for its position, added.
 *
 * @param tokens one row for each token of the vocabulary
 * @param positions one row for each place of the context
 */
public record TokenEmbedding(Weight tokens, Weight positions) implements Block {
  @Override
  public List<Weight> weights() {
    return List.of(tokens, positions);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    long length = input.getShape().get(1);
    var vectors = JniUtils.embedding(input, pass.value(tokens), false);
    var rows = JniUtils.slice(pass.value(positions), 0, 0, length, 1);
    rows.attach(input.getManager());
    return JniUtils.add(vectors, rows);
  }
}
