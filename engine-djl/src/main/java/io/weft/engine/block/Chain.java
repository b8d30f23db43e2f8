package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import java.util.List;

/** Blocks one after another; without any, the identity. */
public record Chain(List<Block> blocks) implements Block {
  public Chain {
    blocks = List.copyOf(blocks);
  }

  public static Chain of(Block... blocks) {
    return new Chain(List.of(blocks));
  }

  @Override
  public List<Weight> weights() {
    return blocks.stream().flatMap(block -> block.weights().stream()).toList();
  }

  @Override
  public List<Statistic> statistics() {
    return blocks.stream().flatMap(block -> block.statistics().stream()).toList();
  }

  @Override
  public boolean multipliesOnly(Weight weight) {
    return Block.multipliesOnly(blocks, weight);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    var current = input;
    for (var block : blocks) {
      current = block.forward(current, pass);
    }
    return current;
  }
}
