package io.weft.zoo;

import java.util.List;

/**
 * He et al., "Deep Residual Learning for Image Recognition", CVPR 2016: the bottleneck networks,
 * for images of 224 × 224 and 1000 classes.
 */
final class ResNet {
  private static final int EXPANSION = 4;

  private ResNet() {}

  static Profile of(String name, List<Integer> blocks) {
    var network = new ProfileBuilder().convolution(3, 64, 7, 7, 112);
    long inputs = 64;
    int side = 56;
    for (int group = 0; group < blocks.size(); group++) {
      long width = 64L << group;
      for (int block = 0; block < blocks.get(group); block++) {
        boolean first = block == 0;
        int before = first && group > 0 ? 2 * side : side;
        network.convolution(inputs, width, 1, 1, before);
        network.convolution(width, width, 3, 3, side);
        network.convolution(width, EXPANSION * width, 1, 1, side);
        if (first) {
          network.convolution(inputs, EXPANSION * width, 1, 1, side);
        }
        inputs = EXPANSION * width;
      }
      side /= 2;
    }
    return network.linear(inputs, 1000).named(name, 64);
  }
}
