package io.weft.training;

/** What is made of the gradients of all ranks. */
public enum Combining {
  /** Their mean over all samples, as if one process had seen them all. */
  MEAN,
  /** Their adaptive sum: gradients that point the same way are averaged, others are added. */
  ADASUM
}
