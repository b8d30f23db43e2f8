package io.weft.engine.block;

import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.stream.Stream;

/**
 * Causal self-attention with several heads (Vaswani et al., arXiv 1706.03762): softmax(QKᵀ/√d)V,
 * where a token sees itself and those before it.
 *
 * @param project makes queries, keys and values of a token, one after another
 * @param merge mixes what the heads found
 */
public record Attention(Linear project, Linear merge, int heads) implements Block {
  private record MaskKey(long tokens) {}

  private record ScaleKey(long depth) {}

  @Override
  public List<Weight> weights() {
    return Stream.concat(project.weights().stream(), merge.weights().stream()).toList();
  }

  @Override
  public boolean multipliesOnly(Weight weight) {
    return Block.multipliesOnly(List.of(project, merge), weight);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    long samples = input.getShape().get(0);
    long tokens = input.getShape().get(1);
    long width = input.getShape().get(2);
    // [samples, tokens, 3, heads, d] → [3, samples, heads, tokens, d]
    var parts =
        JniUtils.permute(
            JniUtils.reshape(
                project.forward(input, pass),
                new long[] {samples, tokens, 3, heads, width / heads}),
            new long[] {2, 0, 3, 1, 4});
    var queries = part(parts, 0);
    var keys = part(parts, 1);
    var scores =
        JniUtils.matmul(scaled(queries, width / heads, pass), JniUtils.transpose(keys, 2, 3));
    var seen = JniUtils.add(scores, mask(tokens, pass));
    var found = JniUtils.matmul(JniUtils.softmax(seen, -1, DataType.FLOAT32), part(parts, 2));
    var merged =
        JniUtils.reshape(JniUtils.transpose(found, 1, 2), new long[] {samples, tokens, width});
    return merge.forward(merged, pass);
  }

  private static PtNDArray part(PtNDArray parts, long index) {
    return JniUtils.squeeze(JniUtils.slice(parts, 0, index, index + 1, 1), 0);
  }

  /**
   * Multiplies with an array that PyTorch owns and that is kept. DJL's own product with a number
   * frees the number while backward still needs it.
   */
  private static PtNDArray scaled(PtNDArray queries, long depth, Pass pass) {
    double scale = 1 / Math.sqrt((double) depth);
    var factor =
        pass.constant(
            new ScaleKey(depth),
            manager ->
                JniUtils.full(
                    manager,
                    new Shape(),
                    scale,
                    DataType.FLOAT32,
                    manager.getDevice(),
                    SparseFormat.DENSE));
    return JniUtils.mul(queries, factor);
  }

  /** 0 where a token may look and −∞ where it may not. */
  private static PtNDArray mask(long tokens, Pass pass) {
    return pass.constant(new MaskKey(tokens), manager -> mask(Math.toIntExact(tokens), manager));
  }

  private static PtNDArray mask(int tokens, PtNDManager manager) {
    var rows = new float[tokens][tokens];
    for (int row = 0; row < tokens; row++) {
      for (int column = row + 1; column < tokens; column++) {
        rows[row][column] = Float.NEGATIVE_INFINITY;
      }
    }
    return (PtNDArray) manager.create(rows);
  }
}
