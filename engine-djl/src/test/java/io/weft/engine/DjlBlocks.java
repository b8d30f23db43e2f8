package io.weft.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import java.util.List;

/** Networks of DJL's own blocks. */
final class DjlBlocks {
  static final Sample.Features NUMBERS = new Sample.Features(List.of(6L), 3);

  private DjlBlocks() {}

  static Network convolutions() {
    return Stages.of("DJL's convolutions", new Sample.Features(List.of(3L, 8L, 8L), 10))
        .add("first", convolution(4))
        .add("second", convolution(6))
        .add("last", new SequentialBlock().add(Blocks.batchFlattenBlock()).add(linear(10)))
        .network();
  }

  private static SequentialBlock convolution(int filters) {
    var shape = new Shape(3, 3);
    return new SequentialBlock()
        .add(Conv2d.builder().setKernelShape(shape).setFilters(filters).build())
        .add(BatchNorm.builder().build())
        .add(Activation::relu);
  }

  static Linear linear(int units) {
    return Linear.builder().setUnits(units).build();
  }

  /** The first and the last linear map are the same. */
  static Network tied() {
    var tied = linear(6);
    return Stages.of("DJL's tied blocks", NUMBERS)
        .add("first", tied)
        .add("between", new SequentialBlock().add(linear(6)).add(Activation::relu))
        .add("last", new SequentialBlock().add(tied).addSingleton(DjlBlocks::threeOf))
        .network();
  }

  private static NDArray threeOf(NDArray scores) {
    return scores.get(":, :3");
  }
}
