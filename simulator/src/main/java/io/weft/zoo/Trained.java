package io.weft.zoo;

import java.util.List;

/**
 * The networks that {@code weft train} knows, as they are there: the same tensors in the same
 * stages. Images are of 32 × 32 with ten classes, texts of bytes.
 */
final class Trained {
  private static final int IMAGE = 32;
  private static final int CLASSES = 10;
  private static final int BYTES = 256;

  /** The batch of {@code weft train}, where nothing else is said. */
  private static final int BATCH = 16;

  private Trained() {}

  static Profile perceptron(String name, List<Integer> widths) {
    var network = new ProfileBuilder();
    for (int layer = 1; layer < widths.size(); layer++) {
      network.linear(widths.get(layer - 1), widths.get(layer));
    }
    return network.named(name, BATCH);
  }

  /** Groups of convolutions, each of which ends by halving the size. */
  static Profile vgg(String name, List<List<Integer>> groups) {
    var network = new ProfileBuilder();
    long inputs = 3;
    int side = IMAGE;
    for (var group : groups) {
      for (int width : group) {
        network.convolution(inputs, width, 3, 3, side);
        inputs = width;
      }
      side /= 2;
    }
    return network.linear(inputs, CLASSES).named(name, BATCH);
  }

  /** Pairs of residual blocks, a stage each; each pair but the first halves the size. */
  static Profile resnet(String name, List<Integer> widths) {
    long inputs = widths.getFirst();
    int side = IMAGE;
    var network = new ProfileBuilder().convolution(3, inputs, 3, 3, side);
    for (int pair = 0; pair < widths.size(); pair++) {
      long width = widths.get(pair);
      side /= pair == 0 ? 1 : 2;
      for (int block = 0; block < 2; block++) {
        double pixels = 2.0 * side * side;
        boolean skips = inputs != width;
        double skip = skips ? inputs * width : 0;
        network.stage(pixels * (9 * inputs * width + 9 * width * width + skip));
        network.kernel(inputs, width, 3).kernel(width, width, 3);
        if (skips) {
          network.kernel(inputs, width, 1);
        }
        inputs = width;
      }
    }
    return network.linear(inputs, CLASSES).named(name, BATCH);
  }

  /** As GPT-2, with a layer as one stage. */
  static Profile gpt(String name, int layers, long width, int context) {
    var network = new ProfileBuilder();
    var part = new Transformer(width, context);
    network.stage(2.0 * width * context).parameter(BYTES, width).parameter(context, width);
    for (int layer = 0; layer < layers; layer++) {
      network.stage(12 * part.matrix(width, width) + part.scores(context / 2.0));
      network.norm(width).dense(width, 3 * width).dense(width, width);
      network.norm(width).dense(width, 4 * width).dense(4 * width, width);
    }
    return network.stage(part.matrix(width, BYTES)).norm(width).tied(0).named(name, BATCH);
  }
}
