package io.weft.zoo;

import java.util.List;

/**
 * Huang et al., "Densely Connected Convolutional Networks", CVPR 2017: norms come before
 * convolutions, and every layer adds 32 channels.
 */
final class DenseNet {
  private static final int GROWTH = 32;
  private static final int BOTTLENECK = 4 * GROWTH;

  private DenseNet() {}

  static Profile of(String name, List<Integer> blocks) {
    var network = new ProfileBuilder().convolution(3, 64, 7, 7, 112);
    long channels = 64;
    int side = 56;
    for (int block = 0; block < blocks.size(); block++) {
      for (int layer = 0; layer < blocks.get(block); layer++) {
        normThenConvolution(network, channels, BOTTLENECK, 1, side);
        normThenConvolution(network, BOTTLENECK, GROWTH, 3, side);
        channels += GROWTH;
      }
      if (block < blocks.size() - 1) {
        normThenConvolution(network, channels, channels / 2, 1, side);
        channels /= 2;
        side /= 2;
      }
    }
    return network
        .stage(2.0 * channels * 1000)
        .norm(channels)
        .dense(channels, 1000)
        .named(name, 32);
  }

  private static void normThenConvolution(
      ProfileBuilder network, long inputs, long outputs, int kernel, int side) {
    network.stage(2.0 * inputs * outputs * kernel * kernel * side * side);
    network.norm(inputs).parameter(outputs, inputs, kernel, kernel);
  }
}
