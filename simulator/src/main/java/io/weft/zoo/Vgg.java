package io.weft.zoo;

import java.util.List;

/**
 * Simonyan and Zisserman, "Very Deep Convolutional Networks for Large-Scale Image Recognition",
 * ICLR 2015: configuration D, with biases and without batch norm.
 */
final class Vgg {
  private static final List<Integer> REPEATS = List.of(2, 2, 3, 3, 3);
  private static final List<Integer> WIDTHS = List.of(64, 128, 256, 512, 512);

  private Vgg() {}

  static Profile sixteen(String name) {
    var network = new ProfileBuilder();
    long inputs = 3;
    int side = 224;
    for (int group = 0; group < REPEATS.size(); group++) {
      long width = WIDTHS.get(group);
      for (int layer = 0; layer < REPEATS.get(group); layer++) {
        network.stage(2.0 * inputs * width * 9 * side * side);
        network.parameter(width, inputs, 3, 3).parameter(width);
        inputs = width;
      }
      side /= 2;
    }
    return network.linear(512 * 49, 4096).linear(4096, 4096).linear(4096, 1000).named(name, 64);
  }
}
