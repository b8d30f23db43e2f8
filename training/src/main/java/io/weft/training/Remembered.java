package io.weft.training;

import io.weft.tensor.Tensor;

/**
 * What an optimizer remembers of a bucket.
 *
 * @param name such as momentum
 * @param own of the elements that this rank updates: all of the bucket, or its block
 */
record Remembered(int bucket, String name, Tensor own) {}
