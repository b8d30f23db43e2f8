package io.weft.trainer;

/**
 * The best that validation has seen.
 *
 * @param figure by which validations are compared
 * @param step after which it was seen
 */
public record Best(String figure, double value, long step) {}
