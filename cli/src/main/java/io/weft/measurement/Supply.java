package io.weft.measurement;

import io.weft.tensor.Tensor;

/** Memory for an exercise, all of one type. */
interface Supply {
  /** A tensor of zeros. */
  Tensor tensor(long count);
}
