package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.collective.World;
import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Moment;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProductsTest {
  /** Wider than what is multiplied at once. */
  private static final Run WIDE = new Run(0, new Extent(7, 3001), 3);

  private static final Run VECTOR = new Run(21024, new Extent(30, 1));
  private static final Run TALL = new Run(21056, new Extent(90, 17), 5);
  private static final int COUNT = 22592;

  private static final Compression FACTORED =
      new Compression(new Coding.Factored(), Grain.TENSOR, 7, 0, 0);

  /** What a rank has before the exchange: factors, and a vector as it is. */
  private static float[] numbers(int rank) {
    var random = new Random(rank);
    var numbers = new float[COUNT];
    for (var run : List.of(WIDE, VECTOR, TALL)) {
      for (int i = 0; i < run.count(); i++) { // after the factors lies what was there before
        numbers[(int) run.first() + i] = (float) random.nextGaussian();
      }
    }
    return numbers;
  }

  private static Exchanger open(int rank, int ranks, Arena arena) {
    return new Exchangers(
            FACTORED, COUNT, List.of(WIDE, VECTOR, TALL), Need.SUM, rank, ranks, arena)
        .open();
  }

  private static Map<Integer, float[]> exchanged(int ranks) {
    var found = new ConcurrentHashMap<Integer, float[]>();
    World.spawn(
        ranks,
        communicator -> {
          int rank = communicator.rank();
          try (var arena = Arena.ofShared()) {
            var memory = arena.allocateFrom(JAVA_FLOAT, numbers(rank));
            open(rank, ranks, arena)
                .sum(new Moment(7, rank, 0, 0), Tensor.of(memory, ElementType.FP32), communicator);
            found.put(rank, memory.toArray(JAVA_FLOAT));
          }
        });
    return found;
  }

  private static double[] expected(int ranks) {
    var sums = new double[COUNT];
    for (int rank = 0; rank < ranks; rank++) {
      var numbers = numbers(rank);
      for (int i = 0; i < VECTOR.count(); i++) {
        sums[(int) VECTOR.first() + i] += numbers[(int) VECTOR.first() + i];
      }
      addProduct(WIDE, numbers, sums);
      addProduct(TALL, numbers, sums);
    }
    return sums;
  }

  private static void addProduct(Run run, float[] numbers, double[] sums) {
    int first = (int) run.first();
    int inputs = run.extent().columns();
    int outputs = run.extent().rows();
    for (int row = 0; row < run.factorRows(); row++) {
      for (int output = 0; output < outputs; output++) {
        int gradient = first + run.factorRows() * inputs + row * outputs + output;
        for (int input = 0; input < inputs; input++) {
          sums[first + output * inputs + input] +=
              (double) numbers[gradient] * numbers[first + row * inputs + input];
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void every_rank_gets_the_sum_of_products_and_of_all_else(int ranks) {
    var found = exchanged(ranks);
    var first = Objects.requireNonNull(found.get(0));
    var expected = expected(ranks);
    for (int i = 0; i < COUNT; i++) {
      assertThat((double) first[i]).as("number %d", i).isCloseTo(expected[i], within(1e-4));
    }
    found.values().forEach(each -> assertThat(each).isEqualTo(first));
  }

  @Test
  void what_travels_is_said_and_without_factors_it_is_dense() {
    try (var arena = Arena.ofShared()) {
      assertThat(open(0, 2, arena).description())
          .isEqualTo("all-gather of factors, all-reduce of dense");
      assertThat(
              new Exchangers(
                      FACTORED, 30, List.of(new Run(0, new Extent(30, 1))), Need.SUM, 0, 2, arena)
                  .open()
                  .description())
          .isEqualTo("dense, since there are no smaller factors");
    }
  }

  /** A rank receives n − 1 payloads of factors, or 2(n − 1)/n of the matrix. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 64})
  void factors_are_sent_only_if_they_are_smaller(int ranks) {
    long count = 1001;
    long most = Products.numbersMost(count, ranks);
    assertThat((ranks - 1.0) * most).isLessThan(2.0 * (ranks - 1) / ranks * count);
    assertThat((ranks - 1.0) * (most + 1))
        .isGreaterThanOrEqualTo(2.0 * (ranks - 1) / ranks * count);
  }
}
