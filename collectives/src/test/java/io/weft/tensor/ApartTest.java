package io.weft.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ApartTest {
  /** Every kind of argument, and of result. */
  public interface Sums {
    double sum(byte a, short b, char c, int d, long e, float f, double g, boolean h);

    long[] pair(long left, Object right);

    default int twice(int value) {
      return 2 * value;
    }
  }

  private static final class Plain implements Sums {
    @Override
    public double sum(byte a, short b, char c, int d, long e, float f, double g, boolean h) {
      return h ? g + a + b + c + d + e + f : 0;
    }

    @Override
    public long[] pair(long left, Object right) {
      return new long[] {left, (Long) right};
    }
  }

  private final Sums apart = Apart.of(Sums.class, new Plain());

  @Test
  void arguments_and_results_pass_unchanged() {
    double expected = 1 + 2 + 3 + 4 + (1L << 40) + 0.5 + 0.25;
    assertThat(apart.sum((byte) 1, (short) 2, (char) 3, 4, 1L << 40, 0.5f, 0.25, true))
        .isEqualTo(expected);
    assertThat(apart.pair(1L << 50, 7L)).containsExactly(1L << 50, 7);
    assertThat(apart.twice(21)).isEqualTo(42);
  }

  @Test
  void what_a_kernel_throws_reaches_the_caller() {
    assertThatThrownBy(() -> apart.pair(1, "no number")).isInstanceOf(ClassCastException.class);
  }

  @Test
  void the_best_kernels_are_called_so() {
    assertThat(UpdateKernels.best().getClass().isHidden()).isTrue();
    assertThat(PackingKernels.best().getClass().isHidden()).isTrue();
    assertThat(DotKernels.best().getClass().isHidden()).isTrue();
    assertThat(MagnitudeKernels.best().getClass().isHidden()).isTrue();
  }
}
