package io.weft.zoo;

/**
 * Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers for Language
 * Understanding", NAACL 2019: with the heads of pre-training, a vocabulary padded to 30,528, and a
 * decoder tied to the embedding of words.
 */
final class Bert {
  private static final long VOCABULARY = 30_528;
  private static final int POSITIONS = 512;
  private static final int TOKENS = 128;

  private Bert() {}

  static Profile of(String name, int layers, long width, int batch) {
    var network = new ProfileBuilder();
    var part = new Transformer(width, TOKENS);
    network.stage(8.0 * width * TOKENS);
    network.parameter(VOCABULARY, width).parameter(POSITIONS, width).parameter(2, width);
    network.norm(width);
    for (int layer = 0; layer < layers; layer++) {
      network.stage(4 * part.matrix(width, width) + part.scores(TOKENS));
      for (int matrix = 0; matrix < 4; matrix++) {
        network.dense(width, width);
      }
      network.norm(width);
      network.stage(part.matrix(width, 4 * width)).dense(width, 4 * width);
      network.stage(part.matrix(4 * width, width)).dense(4 * width, width).norm(width);
    }
    network.stage(2.0 * width * width).dense(width, width);
    network.stage(part.matrix(width, width)).dense(width, width).norm(width);
    network.stage(part.matrix(width, VOCABULARY)).parameter(VOCABULARY).tied(0);
    return network.stage(4.0 * width).dense(width, 2).named(name, batch);
  }
}
