package io.weft.compression.sparsification;

/**
 * k random numbers, the same positions on all ranks, so that no positions travel and payloads can
 * be added up (Stich et al., Sparsified SGD with Memory, 2018). What is not finite is refused.
 *
 * <p>Payload: 4k bytes.
 */
public record RandomK(Density density, Scaling scaling) implements BlindChoice {
  @Override
  public String name() {
    return "random-k";
  }

  @Override
  public Places places(long count) {
    return new Permutation(count);
  }
}
