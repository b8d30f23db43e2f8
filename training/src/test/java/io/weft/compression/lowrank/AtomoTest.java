package io.weft.compression.lowrank;

import static io.weft.compression.codec.Encoded.MOMENT;
import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.compression.codec.Encoded;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Numbers;
import io.weft.compression.wrapper.ErrorFeedback;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class AtomoTest {
  private static final int DRAWS = 4_000;

  @Test
  void matrices_of_low_rank_are_exact() {
    forAll(
        draw -> {
          int rows = draw.between(8, 40);
          int columns = draw.between(8, 40);
          var u = Numbers.normal(draw.between(0, 999), 2 * rows);
          var v = Numbers.normal(draw.between(0, 999), 2 * columns);
          var matrix = new float[rows * columns];
          for (int i = 0; i < matrix.length; i++) {
            int row = i / columns;
            int column = i % columns;
            matrix[i] = u[row] * v[column] + u[rows + row] * v[columns + column];
          }
          var decoded = Encoded.by(new Atomo(2, columns), MOMENT, matrix).decoded();
          double lost = Numbers.squaredNorm(Numbers.minus(matrix, decoded));
          assertThat(Math.sqrt(lost / Numbers.squaredNorm(matrix))).isLessThan(1e-5);
        });
  }

  /** Probabilities σ/16, so the variance is Σσ²(16/σ − 1) = 16·16 − 86. */
  @Test
  void the_variance_is_that_of_the_paper() {
    assertThat(variance(1, 8, 4, 2, 1, 1)).isCloseTo(170, within(8.0));
  }

  /** The first always travels, of the others one in four: the variance is 4·(4 − 1). */
  @Test
  void what_is_large_always_travels() {
    assertThat(variance(2, 8, 1, 1, 1, 1, 0, 0, 0)).isCloseTo(12, within(1e-3));
  }

  private static double variance(int budget, float... diagonal) {
    int size = diagonal.length;
    var matrix = new float[size * size];
    IntStream.range(0, size).forEach(i -> matrix[i * size + i] = diagonal[i]);
    var codec = new Atomo(budget, size);
    double lost = 0;
    for (int step = 0; step < DRAWS; step++) {
      var decoded = Encoded.by(codec, MOMENT.at(step), matrix).decoded();
      lost += Numbers.squaredNorm(Numbers.minus(matrix, decoded));
    }
    return lost / DRAWS;
  }

  @Test
  void payloads_follow_the_formula_and_vectors_travel_as_they_are() {
    var codec = new Atomo(3);
    assertThat(codec.fitted(new Extent(60, 20)).payloadBytes(1_200)).isEqualTo(4 * 3 * 80);
    assertThat(new ErrorFeedback(codec).fitted(new Extent(60, 20)).payloadBytes(1_200))
        .isEqualTo(4 * 3 * 80);
    assertThat(codec.fitted(new Extent(500, 1)).payloadBytes(500)).isEqualTo(4 * 500);
    assertThat(codec.payloadBytes(10_000)).isEqualTo(4 * 3 * 200);
  }

  @Test
  void senseless_budgets_are_refused() {
    assertThatThrownBy(() -> new Atomo(0)).hasMessageContaining("0 products");
  }
}
