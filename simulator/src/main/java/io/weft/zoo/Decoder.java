package io.weft.zoo;

/** Language models that read from left to right. */
final class Decoder {
  private static final long GPT2_VOCABULARY = 50_257;
  private static final int GPT2_TOKENS = 1024;
  private static final int LARGE_TOKENS = 2048;

  private Decoder() {}

  /**
   * Radford et al., "Language Models are Unsupervised Multitask Learners", 2019: the output layer
   * is the embedding of words.
   */
  static Profile gpt2(String name, int layers, long width, int batch) {
    var network = new ProfileBuilder();
    var part = new Transformer(width, GPT2_TOKENS);
    network.stage(2.0 * width * GPT2_TOKENS);
    network.parameter(GPT2_VOCABULARY, width).parameter(GPT2_TOKENS, width);
    for (int layer = 0; layer < layers; layer++) {
      network.stage(4 * part.matrix(width, width) + part.scores(GPT2_TOKENS / 2.0));
      network.norm(width).dense(width, 3 * width).dense(width, width);
      network.stage(part.matrix(width, 4 * width)).norm(width).dense(width, 4 * width);
      network.stage(part.matrix(4 * width, width)).dense(4 * width, width);
    }
    network.stage(part.matrix(width, GPT2_VOCABULARY)).norm(width).tied(0);
    return network.named(name, batch);
  }

  /**
   * Touvron et al., "LLaMA: Open and Efficient Foundation Language Models", 2023: 32 layers of
   * width 4096, gated units of 11,008, no biases, an output layer of its own.
   */
  static Profile sevenBillion(String name) {
    long width = 4096;
    long inner = 11_008;
    long vocabulary = 32_000;
    var network = new ProfileBuilder();
    var part = new Transformer(width, LARGE_TOKENS);
    network.stage(2.0 * width * LARGE_TOKENS).parameter(vocabulary, width);
    for (int layer = 0; layer < 32; layer++) {
      network.stage(4 * part.matrix(width, width) + part.scores(LARGE_TOKENS / 2.0));
      network.parameter(width);
      for (int matrix = 0; matrix < 4; matrix++) {
        network.parameter(width, width);
      }
      network.stage(2 * part.matrix(width, inner)).parameter(width);
      network.parameter(inner, width).parameter(inner, width);
      network.stage(part.matrix(inner, width)).parameter(width, inner);
    }
    network.stage(part.matrix(width, vocabulary)).parameter(width).parameter(vocabulary, width);
    return network.named(name, 1);
  }
}
