package io.weft.tensor;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products by the Vector API. The sixteen lanes of a sum are four vectors of four; rows are added
 * in vectors as wide as the machine has, since there it makes no difference.
 */
final class VectorDots implements DotKernels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_128;
  private static final int WIDTH = 4;
  private static final VectorSpecies<Float> WIDE = FloatVector.SPECIES_PREFERRED;

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

  /** Four rows at a time, so that the target is loaded and stored once for them. */
  @Override
  public void addRows(
      float[] factors, int rowCount, float[] rows, float[] target, int targetFirst, int count) {
    int whole = WIDE.loopBound(count);
    int row = 0;
    for (; row + 4 <= rowCount; row += 4) {
      float one = factors[row];
      float two = factors[row + 1];
      float three = factors[row + 2];
      float four = factors[row + 3];
      int first = row * count;
      for (int j = 0; j < whole; j += WIDE.length()) {
        FloatVector.fromArray(WIDE, target, targetFirst + j)
            .add(FloatVector.fromArray(WIDE, rows, first + j).mul(one))
            .add(FloatVector.fromArray(WIDE, rows, first + count + j).mul(two))
            .add(FloatVector.fromArray(WIDE, rows, first + 2 * count + j).mul(three))
            .add(FloatVector.fromArray(WIDE, rows, first + 3 * count + j).mul(four))
            .intoArray(target, targetFirst + j);
      }
    }
    for (; row < rowCount; row++) {
      for (int j = 0; j < whole; j += WIDE.length()) {
        FloatVector.fromArray(WIDE, target, targetFirst + j)
            .add(FloatVector.fromArray(WIDE, rows, row * count + j).mul(factors[row]))
            .intoArray(target, targetFirst + j);
      }
    }
    PlainDots.SHARED.addRows(whole, factors, rowCount, rows, target, targetFirst, count);
  }

  private static FloatVector product(float[] left, int l, float[] right, int r) {
    return FloatVector.fromArray(SPECIES, left, l).mul(FloatVector.fromArray(SPECIES, right, r));
  }

  private static float folded(FloatVector sums) {
    return (sums.lane(0) + sums.lane(2)) + (sums.lane(1) + sums.lane(3));
  }
}
