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
import io.weft.engine.block.Residual;
import java.util.ArrayList;
import java.util.List;

/**
 * A residual network for small images (He et al., arXiv 1512.03385, with a first convolution of 3×3
 * and no pooling after it): pairs of residual blocks, a stage each, of growing width.
 *
 * @param widths of the pairs; each pair but the first halves the size
 */
public record ResNet(String name, List<Integer> widths, Sample.Features images) {
  public ResNet {
    widths = List.copyOf(widths);
  }

  public Network network() {
    var stages = new ArrayList<Block>();
    long width = widths.getFirst();
    stages.add(activated("first", new Channels(images.shape().getFirst(), width), 1));
    for (int pair = 0; pair < widths.size(); pair++) {
      var channels = new Channels(width, widths.get(pair));
      width = widths.get(pair);
      stages.add(block("pair%d.0".formatted(pair), channels, pair == 0 ? 1 : 2));
      stages.add(block("pair%d.1".formatted(pair), new Channels(width, width), 1));
    }
    stages.add(Chain.of(Pooling.WHOLE, Linear.of("last", width, images.classes())));
    return new Network(name, images, stages);
  }

  private static Block block(String part, Channels channels, long stride) {
    var inner = new Channels(channels.outputs(), channels.outputs());
    var body =
        Chain.of(
            activated(part + ".body0", channels, stride), normed(part + ".body1", inner, 3, 1));
    boolean same = stride == 1 && channels.inputs() == channels.outputs();
    var skip = same ? Chain.of() : normed(part + ".skip", channels, 1, stride);
    return Chain.of(new Residual(body, skip), Activation.RELU);
  }

  private static Block activated(String part, Channels channels, long stride) {
    return Chain.of(normed(part, channels, 3, stride), Activation.RELU);
  }

  private static Chain normed(String part, Channels channels, long kernel, long stride) {
    return Chain.of(
        Convolution.of(part + ".convolution", channels, kernel, stride),
        BatchNorm.of(part + ".norm", channels.outputs()));
  }
}
