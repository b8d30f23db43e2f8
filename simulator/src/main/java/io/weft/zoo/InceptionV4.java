package io.weft.zoo;

/**
 * Szegedy et al., "Inception-v4, Inception-ResNet and the Impact of Residual Connections on
 * Learning", AAAI 2017: the network without residual connections, for images of 299 × 299.
 */
final class InceptionV4 {
  private final ProfileBuilder network = new ProfileBuilder();

  private InceptionV4() {}

  static Profile named(String name) {
    var inception = new InceptionV4();
    inception.stem();
    for (int block = 0; block < 4; block++) {
      inception.blockA();
    }
    inception.reductionA();
    for (int block = 0; block < 7; block++) {
      inception.blockB();
    }
    inception.reductionB();
    for (int block = 0; block < 3; block++) {
      inception.blockC();
    }
    return inception.network.linear(1536, 1000).named(name, 64);
  }

  private void stem() {
    conv(3, 32, 3, 3, 149);
    conv(32, 32, 3, 3, 147);
    conv(32, 64, 3, 3, 147);
    conv(64, 96, 3, 3, 73);
    conv(160, 64, 1, 1, 73);
    conv(64, 96, 3, 3, 71);
    conv(160, 64, 1, 1, 73);
    conv(64, 64, 1, 7, 73);
    conv(64, 64, 7, 1, 73);
    conv(64, 96, 3, 3, 71);
    conv(192, 192, 3, 3, 35);
  }

  private void blockA() {
    conv(384, 96, 1, 1, 35);
    conv(384, 64, 1, 1, 35);
    conv(64, 96, 3, 3, 35);
    conv(384, 64, 1, 1, 35);
    conv(64, 96, 3, 3, 35);
    conv(96, 96, 3, 3, 35);
    conv(384, 96, 1, 1, 35);
  }

  private void reductionA() {
    conv(384, 384, 3, 3, 17);
    conv(384, 192, 1, 1, 35);
    conv(192, 224, 3, 3, 35);
    conv(224, 256, 3, 3, 17);
  }

  private void blockB() {
    conv(1024, 384, 1, 1, 17);
    conv(1024, 192, 1, 1, 17);
    conv(192, 224, 1, 7, 17);
    conv(224, 256, 7, 1, 17);
    conv(1024, 192, 1, 1, 17);
    conv(192, 192, 7, 1, 17);
    conv(192, 224, 1, 7, 17);
    conv(224, 224, 7, 1, 17);
    conv(224, 256, 1, 7, 17);
    conv(1024, 128, 1, 1, 17);
  }

  private void reductionB() {
    conv(1024, 192, 1, 1, 17);
    conv(192, 192, 3, 3, 8);
    conv(1024, 256, 1, 1, 17);
    conv(256, 256, 1, 7, 17);
    conv(256, 320, 7, 1, 17);
    conv(320, 320, 3, 3, 8);
  }

  private void blockC() {
    conv(1536, 256, 1, 1, 8);
    conv(1536, 384, 1, 1, 8);
    conv(384, 256, 1, 3, 8);
    conv(384, 256, 3, 1, 8);
    conv(1536, 384, 1, 1, 8);
    conv(384, 448, 3, 1, 8);
    conv(448, 512, 1, 3, 8);
    conv(512, 256, 1, 3, 8);
    conv(512, 256, 3, 1, 8);
    conv(1536, 256, 1, 1, 8);
  }

  private void conv(long inputs, long outputs, int height, int width, int side) {
    network.convolution(inputs, outputs, height, width, side);
  }
}
