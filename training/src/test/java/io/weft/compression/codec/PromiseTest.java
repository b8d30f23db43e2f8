package io.weft.compression.codec;

import static io.weft.compression.codec.Encoded.MOMENT;
import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every codec keeps what it promises. */
@Tag("sampled")
class PromiseTest {
  /** So many draws, and means within six standard errors: wrong once in 10⁸ numbers. */
  private static final int DRAWS = 10_000;

  private static final double ERRORS = 6;

  static Stream<Codec> unbiased() {
    return AllCodecs.promising(Promise.UNBIASED);
  }

  static Stream<Codec> contractions() {
    return AllCodecs.promising(Promise.CONTRACTION);
  }

  static Stream<Codec> selections() {
    return AllCodecs.promising(Promise.SELECTION);
  }

  static Stream<Codec> directions() {
    return AllCodecs.promising(Promise.DIRECTION);
  }

  static Stream<Codec> nearest() {
    return AllCodecs.promising(Promise.NEAREST);
  }

  @ParameterizedTest
  @MethodSource("unbiased")
  void the_mean_of_many_draws_is_the_number(Codec codec) {
    var numbers = Numbers.normal(9, 24);
    numbers[3] = 0;
    numbers[4] = 1e-3f;
    var sum = new double[numbers.length];
    var squares = new double[numbers.length];
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(numbers.length, arena);
      var input = Numbers.segment(arena, numbers);
      var payload = arena.allocate(codec.payloadBytes(numbers.length));
      var target = arena.allocate(input.byteSize(), Float.BYTES);
      for (int step = 0; step < DRAWS; step++) {
        long written = coder.encode(MOMENT.at(step), input, payload);
        coder.decode(MOMENT.at(step), payload.asSlice(0, written), target);
        var decoded = Numbers.array(target);
        for (int i = 0; i < numbers.length; i++) {
          sum[i] += decoded[i];
          squares[i] += (double) decoded[i] * decoded[i];
        }
      }
    }
    for (int i = 0; i < numbers.length; i++) {
      double mean = sum[i] / DRAWS;
      double deviation = Math.sqrt(Math.max(0, squares[i] / DRAWS - mean * mean));
      double bound = ERRORS * deviation / Math.sqrt(DRAWS) + 1e-5;
      assertThat(Math.abs(mean - numbers[i])).as("number %d", i).isLessThan(bound);
    }
  }

  @ParameterizedTest
  @MethodSource("contractions")
  void what_is_lost_is_less_than_what_there_was(Codec codec) {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(1, 600));
          var lost = Numbers.minus(numbers, Encoded.by(codec, MOMENT, numbers).decoded());
          double before = Numbers.squaredNorm(numbers);
          if (before > 0) {
            assertThat(Numbers.squaredNorm(lost)).isLessThan(before);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("selections")
  void each_number_is_left_out_or_comes_nearer(Codec codec) {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(1, 600));
          var decoded = Encoded.by(codec, MOMENT, numbers).decoded();
          for (int i = 0; i < numbers.length; i++) {
            if (decoded[i] != 0) {
              assertThat(Math.abs(numbers[i] - decoded[i])).isLessThan(Math.abs(numbers[i]));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("directions")
  void signs_are_those_of_the_numbers(Codec codec) {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(0, 600));
          var decoded = Encoded.by(codec, MOMENT, numbers).decoded();
          for (int i = 0; i < numbers.length; i++) {
            assertThat(decoded[i]).isEqualTo(Math.copySign(1, numbers[i]));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("nearest")
  void what_can_be_expressed_stays_as_it_is(Codec codec) {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(0, 600));
          var once = Encoded.by(codec, MOMENT, numbers).decoded();
          assertThat(Encoded.by(codec, MOMENT, once).decoded()).isEqualTo(once);
        });
  }
}
