package io.weft.engine;

import ai.djl.pytorch.engine.PtNDArray;
import io.weft.engine.block.Block;
import io.weft.engine.block.Pass;
import io.weft.engine.block.Weight;
import java.util.List;
import java.util.stream.Stream;

/** A block with a branch that forward does not take. */
record WithSpareWeight(Weight spare, Block taken) implements Block {
  @Override
  public List<Weight> weights() {
    return Stream.concat(Stream.of(spare), taken.weights().stream()).toList();
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return taken.forward(input, pass);
  }
}
