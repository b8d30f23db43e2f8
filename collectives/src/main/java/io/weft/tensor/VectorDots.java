package io.weft.tensor;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Sums of products by the Vector API: the sixteen lanes are four vectors of four. */
final class VectorDots implements DotKernels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_128;
  private static final int WIDTH = 4;

  @Override
  public float dot(float[] left, int leftFirst, float[] right, int rightFirst, int count) {
    var first = FloatVector.zero(SPECIES);
    var second = first;
    var third = first;
    var fourth = first;
    int whole = count / LANES * LANES;
    for (int i = 0; i < whole; i += LANES) {
      int l = leftFirst + i;
      int r = rightFirst + i;
      first = first.add(product(left, l, right, r));
      second = second.add(product(left, l + WIDTH, right, r + WIDTH));
      third = third.add(product(left, l + 2 * WIDTH, right, r + 2 * WIDTH));
      fourth = fourth.add(product(left, l + 3 * WIDTH, right, r + 3 * WIDTH));
    }
    int rest = count - whole;
    int l = leftFirst + whole;
    int r = rightFirst + whole;
    first = first.add(product(left, l, right, r, rest));
    second = second.add(product(left, l + WIDTH, right, r + WIDTH, rest - WIDTH));
    third = third.add(product(left, l + 2 * WIDTH, right, r + 2 * WIDTH, rest - 2 * WIDTH));
    fourth = fourth.add(product(left, l + 3 * WIDTH, right, r + 3 * WIDTH, rest - 3 * WIDTH));
    return folded(first.add(third).add(second.add(fourth)));
  }

  private static FloatVector product(float[] left, int l, float[] right, int r) {
    return FloatVector.fromArray(SPECIES, left, l).mul(FloatVector.fromArray(SPECIES, right, r));
  }

  /** Only the first few lanes; the others are 0. */
  private static FloatVector product(float[] left, int l, float[] right, int r, int count) {
    var lanes = SPECIES.indexInRange(0, Math.clamp(count, 0, WIDTH));
    return FloatVector.fromArray(SPECIES, left, l, lanes)
        .mul(FloatVector.fromArray(SPECIES, right, r, lanes));
  }

  private static float folded(FloatVector sums) {
    return (sums.lane(0) + sums.lane(2)) + (sums.lane(1) + sums.lane(3));
  }
}
