package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.stream.Stream;

/** The sum of two ways from the input: the body, and the skip around it. */
public record Residual(Block body, Block skip) implements Block {
  /** With the input itself as the skip. */
  public Residual(Block body) {
    this(body, Chain.of());
  }

  @Override
  public List<Weight> weights() {
    return Stream.concat(body.weights().stream(), skip.weights().stream()).toList();
  }

  @Override
  public List<Statistic> statistics() {
    return Stream.concat(body.statistics().stream(), skip.statistics().stream()).toList();
  }

  @Override
  public boolean multipliesOnly(Weight weight) {
    return Block.multipliesOnly(List.of(body, skip), weight);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return JniUtils.add(body.forward(input, pass), skip.forward(input, pass));
  }
}
