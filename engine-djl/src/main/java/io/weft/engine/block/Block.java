package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import java.util.List;

/** A part of a network: a function of its input and of its weights. */
public interface Block {
  /** In the order in which forward uses them. */
  default List<Weight> weights() {
    return List.of();
  }

  default List<Statistic> statistics() {
    return List.of();
  }

  /** The result belongs to the manager of the input. The input is not changed. */
  PtNDArray forward(PtNDArray input, Pass pass);
}
