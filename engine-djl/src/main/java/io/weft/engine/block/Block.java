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

  /** Whether it uses a weight once, for {@link Pass#linear}: its gradient is then a product. */
  default boolean multipliesOnly(Weight weight) {
    return false;
  }

  /** The same of a block that is made of these. */
  static boolean multipliesOnly(List<? extends Block> parts, Weight weight) {
    var users = parts.stream().filter(part -> part.weights().contains(weight)).toList();
    return users.size() == 1 && users.getFirst().multipliesOnly(weight);
  }

  /** The result belongs to the manager of the input. The input is not changed. */
  PtNDArray forward(PtNDArray input, Pass pass);

  /** The same of all inputs of a sample, for the block that comes first. */
  default PtNDArray forward(List<PtNDArray> inputs, Pass pass) {
    if (inputs.size() != 1) {
      throw new IllegalArgumentException(
          "it takes one array and not %d: begin with a block of DJL's, or a script, that takes them"
              .formatted(inputs.size()));
    }
    return forward(inputs.getFirst(), pass);
  }
}
