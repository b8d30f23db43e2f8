package io.weft.compression.sparsification;

import static io.weft.compression.codec.Encoded.MOMENT;
import static io.weft.trials.Trials.forAll;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Encoded;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Numbers;
import io.weft.compression.wrapper.ErrorFeedback;
import io.weft.compression.wrapper.Lossless;
import io.weft.compression.wrapper.MomentumCorrection;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Selecting codecs beside plain, slow definitions. */
@Tag("sampled")
class SparsificationOracleTest {
  private static final List<Codec> ABOUT_K =
      List.of(new SampledTopK(new Density(0.05), 0.02), new GaussianK(new Density(0.05)));

  @Test
  void top_k_is_the_head_of_the_sorted_list() {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(1, 3_000));
          var density = new Density(draw.between(1, 100) / 100.0);
          var decoded = Encoded.by(new TopK(density), MOMENT, numbers).decoded();
          assertThat(decoded).isEqualTo(largest(numbers, (int) density.of(numbers.length)));
        });
  }

  /** Sorting is stable, so of equals the first. */
  private static float[] largest(float[] numbers, int k) {
    var kept = new float[numbers.length];
    IntStream.range(0, numbers.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -Math.abs(numbers[i])))
        .limit(k)
        .forEach(i -> kept[i] = 0 + numbers[i]);
    return kept;
  }

  @Test
  void what_is_decoded_and_what_is_left_make_up_the_input() {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(1, 3_000));
          var density = new Density(draw.between(1, 100) / 100.0);
          var codecs =
              List.of(
                  new TopK(density),
                  new SampledTopK(density, 0.1),
                  new GaussianK(density),
                  new RandomK(density, Scaling.NONE),
                  new RandomBlock(density, Scaling.NONE));
          var feedback = new ErrorFeedback(draw.oneOf(codecs));
          try (var arena = Arena.ofConfined()) {
            var coder = feedback.open(numbers.length, arena);
            var decoded = Encoded.by(coder, feedback, MOMENT, numbers).decoded();
            var residual = Numbers.residual(coder.state());
            for (int i = 0; i < numbers.length; i++) {
              float left = residual.getAtIndex(JAVA_FLOAT, i);
              assertThat(decoded[i] + left).isEqualTo(0 + numbers[i]);
            }
          }
        });
  }

  @Test
  void estimates_are_within_a_third_of_k_and_select_the_largest() {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(100, 5_000));
          var decoded = Encoded.by(draw.oneOf(ABOUT_K), MOMENT, numbers).decoded();
          long k = new Density(0.05).of(numbers.length);
          float least = Float.POSITIVE_INFINITY;
          float most = 0;
          int sent = 0;
          for (int i = 0; i < numbers.length; i++) {
            boolean taken = decoded[i] != 0;
            sent += taken ? 1 : 0;
            least = taken ? Math.min(least, Math.abs(numbers[i])) : least;
            most = taken ? most : Math.max(most, Math.abs(numbers[i]));
          }
          assertThat((long) sent).isLessThanOrEqualTo(Math.max(k, 4 * k / 3));
          if (most > 0) {
            assertThat((long) sent).isGreaterThanOrEqualTo(Math.ceilDiv(2 * k, 3));
            assertThat(least).isGreaterThanOrEqualTo(most);
          }
        });
  }

  @Test
  void estimates_of_normal_numbers_need_no_exact_selection() {
    var numbers = Numbers.normal(11, 100_000);
    for (var codec : ABOUT_K) {
      assertThat(Encoded.by(codec, MOMENT, numbers).payload().length)
          .isNotEqualTo(4 + 8 * 5_000)
          .isBetween(4 + 8 * 3_334, 4 + 8 * 6_666);
    }
  }

  @Test
  void payloads_of_random_choices_can_be_added_up() {
    forAll(
        draw -> {
          int count = draw.between(1, 2_000);
          var density = new Density(draw.between(1, 100) / 100.0);
          Codec codec =
              draw.oneOf(
                  List.of(
                      new RandomK(density, Scaling.NONE), new RandomBlock(density, Scaling.NONE)));
          var left = Encoded.by(codec, new Moment(1, 0, 5, 0), Numbers.drawn(draw, count));
          var right = Encoded.by(codec, new Moment(1, 3, 5, 0), Numbers.drawn(draw, count));
          var sum = Numbers.array(MemorySegment.ofArray(left.payload()));
          var other = Numbers.array(MemorySegment.ofArray(right.payload()));
          for (int i = 0; i < sum.length; i++) {
            sum[i] += other[i];
          }
          try (var arena = Arena.ofConfined()) {
            var decoded =
                Encoded.decoded(
                    codec.open(count, arena),
                    new Moment(1, 7, 5, 0),
                    MemorySegment.ofArray(sum),
                    count);
            for (int i = 0; i < count; i++) {
              assertThat(decoded[i]).isEqualTo(left.decoded()[i] + right.decoded()[i]);
            }
          }
        });
  }

  /** So many that only a sample of them is measured, and not all alike. */
  @Test
  void about_k_of_many_numbers_are_those_above_a_threshold() {
    var numbers = Numbers.normal(3, 200_000);
    for (int i = 150_000; i < numbers.length; i++) {
      numbers[i] *= 5;
    }
    var codec = new GaussianK(new Density(0.01));
    var decoded = Encoded.by(codec, MOMENT, numbers).decoded();
    double smallest = Double.MAX_VALUE;
    double largestLeft = 0;
    int sent = 0;
    for (int i = 0; i < numbers.length; i++) {
      if (decoded[i] != 0) {
        assertThat(decoded[i]).isEqualTo(numbers[i]);
        smallest = Math.min(smallest, Math.abs(numbers[i]));
        sent++;
      } else {
        largestLeft = Math.max(largestLeft, Math.abs(numbers[i]));
      }
    }
    assertThat(sent).isBetween(1_334, 2_666);
    assertThat(smallest).isGreaterThan(largestLeft);
  }

  @Test
  void a_permutation_hits_every_number_once() {
    forAll(
        draw -> {
          int count = draw.between(1, 500);
          var order = new Permutation(count);
          assertThat(IntStream.range(0, count).mapToLong(i -> order.at(draw.between(0, 9), i)))
              .allSatisfy(at -> assertThat(at).isBetween(0L, count - 1L));
          assertThat(IntStream.range(0, count).mapToLong(i -> order.at(77, i)).boxed())
              .doesNotHaveDuplicates();
        });
  }

  @Test
  void other_steps_choose_other_numbers() {
    var numbers = Numbers.normal(1, 1_000);
    for (var codec :
        List.of(
            new RandomK(new Density(0.1), Scaling.NONE),
            new RandomBlock(new Density(0.1), Scaling.NONE))) {
      assertThat(Encoded.by(codec, MOMENT.at(1), numbers).decoded())
          .isNotEqualTo(Encoded.by(codec, MOMENT.at(2), numbers).decoded());
    }
  }

  @Test
  void a_threshold_sends_itself_with_the_sign() {
    var sent = Encoded.by(new Threshold(1), MOMENT, 3, -0.5f, -1.5f, 1, 0.9f, -7);
    assertThat(sent.decoded()).containsExactly(1, 0, -1, 0, 0, -1);
    assertThat(sent.payload()).hasSize(3 * 4);
  }

  @Test
  void momentum_is_kept_where_nothing_was_sent_and_dropped_where_something_was() {
    var codec = new MomentumCorrection(new TopK(new Density(0.5)), 0.5f);
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(2, arena);
      assertThat(Encoded.by(coder, codec, MOMENT, 4, 1).decoded()).containsExactly(4, 0);
      // The first starts anew with 1; the second has piled up 1 + (0.5 · 1 + 1).
      assertThat(Encoded.by(coder, codec, MOMENT, 1, 1).decoded()).containsExactly(0, 2.5f);
      // Again the first: 1 + (0.5 · 1 + 1).
      assertThat(Encoded.by(coder, codec, MOMENT, 1, 1).decoded()).containsExactly(2.5f, 0);
    }
  }

  @Test
  void deep_gradients_are_denser_at_first() {
    var codec = new DeepGradient(new Density(0.001), 0.01, 0.9f, new Warmup(4, 10), 1e9f);
    var numbers = Numbers.normal(3, 100_000);
    var due = List.of(0.25, 0.0625, 0.015625, 0.00390625, 0.001, 0.001);
    for (int epoch = 0; epoch < due.size(); epoch++) {
      double sent =
          (Encoded.by(codec, MOMENT.at(epoch * 10L + 9), numbers).payload().length - 4)
              / 8.0
              / numbers.length;
      assertThat(sent).isBetween(due.get(epoch) * 0.66, due.get(epoch) * 1.34);
    }
  }

  @Test
  void deep_gradients_are_clipped_by_their_norm() {
    var codec = new DeepGradient(new Density(1), 1, 0, new Warmup(0, 1), 0.5f);
    assertThat(Encoded.by(codec, MOMENT, 3, 4, 0, 0).decoded()).containsExactly(0.6f, 0.8f, 0, 0);
    assertThat(Encoded.by(codec, MOMENT, 0.3f, 0, 0, 0.4f).decoded())
        .containsExactly(0.3f, 0, 0, 0.4f);
    assertThat(new Lossless(new DeepGradient(new Density(1), 1, 0, new Warmup(0, 1))).clipped(0.5f))
        .contains(new Lossless(codec));
  }

  @Test
  void positions_outside_or_out_of_order_are_refused() {
    try (var arena = Arena.ofConfined()) {
      var coder = new TopK(new Density(0.5)).open(4, arena);
      var target = arena.allocate(JAVA_FLOAT, 4);
      for (int[] positions : new int[][] {{0, 4}, {-1, 2}, {2, 1}, {3, 3}}) {
        var payload = arena.allocate(16);
        payload.set(JAVA_INT_UNALIGNED, 0, positions[0]);
        payload.set(JAVA_INT_UNALIGNED, 4, positions[1]);
        assertThatThrownBy(() -> coder.decode(MOMENT, payload, target))
            .isInstanceOf(MalformedPayloadException.class)
            .hasMessageContaining("position");
      }
    }
  }

  @Test
  void senseless_densities_are_refused() {
    assertThatThrownBy(() -> new Density(0)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> new Density(1.5)).hasMessageContaining("at most 1");
    assertThatThrownBy(() -> new Threshold(0)).hasMessageContaining("above 0");
  }
}
