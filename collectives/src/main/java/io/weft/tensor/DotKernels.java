package io.weft.tensor;

/**
 * Products of matrices with few columns, whose floats are in arrays. Product i is added to lane i
 * mod {@value #LANES}, without fused operations, and the lanes are folded in halves at the end; so
 * implementations give bit-equal results, unless these are NaN, of which only that is certain.
 */
public interface DotKernels {
  int LANES = 16;

  float dot(float[] left, int leftFirst, float[] right, int rightFirst, int count);

  /**
   * Adds rows, each times a factor, to a target, number by number in the order of rows.
   *
   * @param factors one for each of so many rows
   * @param rows one after the other, each {@code count} long
   */
  void addRows(
      float[] factors, int rowCount, float[] rows, float[] target, int targetFirst, int count);

  /** The fastest of this JVM: vector ones if it has the module, plain ones otherwise. */
  static DotKernels best() {
    return BestKernels.DOTS;
  }

  /** Those that need no incubating module. */
  static DotKernels plain() {
    return PlainDots.SHARED;
  }
}
