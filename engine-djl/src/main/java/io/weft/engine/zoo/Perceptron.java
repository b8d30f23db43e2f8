package io.weft.engine.zoo;

import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.engine.block.Activation;
import io.weft.engine.block.Block;
import io.weft.engine.block.Chain;
import io.weft.engine.block.Linear;
import java.util.ArrayList;
import java.util.List;

/**
 * Linear layers with ReLU between them, a stage each.
 *
 * @param widths of the input, of what is between, and at last how many classes
 */
public record Perceptron(String name, List<Integer> widths) {
  public Perceptron {
    widths = List.copyOf(widths);
  }

  public Network network() {
    var stages = new ArrayList<Block>();
    int last = widths.size() - 2;
    for (int layer = 0; layer <= last; layer++) {
      var linear = Linear.of("layer" + layer, widths.get(layer), widths.get(layer + 1));
      stages.add(layer == last ? linear : Chain.of(linear, Activation.RELU));
    }
    var inputs = List.of((long) widths.getFirst());
    return new Network(name, new Sample.Features(inputs, widths.getLast()), stages);
  }
}
