package io.weft.engine.zoo;

import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.engine.block.Activation;
import io.weft.engine.block.BatchNorm;
import io.weft.engine.block.Block;
import io.weft.engine.block.Chain;
import io.weft.engine.block.Convolution;
import io.weft.engine.block.Convolution.Channels;
import io.weft.engine.block.Linear;
import io.weft.engine.block.Pooling;
import java.util.ArrayList;
import java.util.List;

/**
 * Plain convolutions (Simonyan and Zisserman, arXiv 1409.1556) with batch norm, a stage each, and
 * one linear layer for small images.
 *
 * @param groups the widths of convolutions; each group ends by halving the size
 */
public record Vgg(String name, List<List<Integer>> groups, Sample.Features images) {
  public Vgg {
    groups = groups.stream().map(List::copyOf).toList();
  }

  public Network network() {
    var stages = new ArrayList<Block>();
    long width = images.shape().getFirst();
    for (var group : groups) {
      for (int at = 0; at < group.size(); at++) {
        var channels = new Channels(width, group.get(at));
        var layer = layer("layer" + stages.size(), channels);
        width = group.get(at);
        stages.add(at == group.size() - 1 ? Chain.of(layer, Pooling.HALF) : layer);
      }
    }
    stages.add(Chain.of(Pooling.WHOLE, Linear.of("last", width, images.classes())));
    return new Network(name, images, stages);
  }

  private static Block layer(String part, Channels channels) {
    return Chain.of(
        Convolution.of(part + ".convolution", channels, 3, 1),
        BatchNorm.of(part + ".norm", channels.outputs()),
        Activation.RELU);
  }
}
