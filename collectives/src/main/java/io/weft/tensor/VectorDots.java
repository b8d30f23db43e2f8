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
    if (whole == count) {
      return folded(first.add(third).add(second.add(fourth)));
    }
    var sums = PlainDots.SUMS.get();
    first.intoArray(sums, 0);
    second.intoArray(sums, WIDTH);
    third.intoArray(sums, 2 * WIDTH);
    fourth.intoArray(sums, 3 * WIDTH);
    for (int i = whole; i < count; i++) {
      sums[i - whole] += left[leftFirst + i] * right[rightFirst + i];
    }
    return PlainDots.folded(sums);
  }

  private static FloatVector product(float[] left, int l, float[] right, int r) {
    return FloatVector.fromArray(SPECIES, left, l).mul(FloatVector.fromArray(SPECIES, right, r));
  }

  private static float folded(FloatVector sums) {
    return (sums.lane(0) + sums.lane(2)) + (sums.lane(1) + sums.lane(3));
  }
}
