package io.weft.zoo;

/**
 * What the parts that transformers share compute. Attention and the two halves of the network
 * behind it are stages of their own.
 *
 * @param width of the residual stream
 * @param tokens of a sample
 */
record Transformer(long width, int tokens) {
  /** Operations of a matrix on every token. */
  double matrix(long inputs, long outputs) {
    return 2.0 * inputs * outputs * tokens;
  }

  /** Operations of scores and weighted sums over that many earlier tokens on average. */
  double scores(double seen) {
    return 4.0 * width * seen * tokens;
  }
}
