package io.weft.compression.codec;

import static io.weft.compression.codec.Encoded.MOMENT;
import static io.weft.trials.Trials.forAll;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.compression.wrapper.ErrorFeedback;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every codec, whatever it does. */
@Tag("sampled")
class CodecLawsTest {
  private static final String ALL = "io.weft.compression.codec.AllCodecs#all";
  private static final Set<String> REFUSING =
      Set.of("sign", "signum", "distributed-lion", "random-k", "random-block");
  private static final int[] LENGTHS = {0, 1, 2, 7, 15, 16, 17, 127, 128, 129, 256, 257, 1500};

  @ParameterizedTest
  @MethodSource(ALL)
  void payloads_are_as_long_as_the_formula_says(Codec codec) {
    for (int length : LENGTHS) {
      int written = Encoded.by(codec, MOMENT, Numbers.normal(length, length)).payload().length;
      assertThat((long) written).isLessThanOrEqualTo(codec.payloadBytes(length));
      if (codec.fixed()) {
        assertThat((long) written).isEqualTo(codec.payloadBytes(length));
      }
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void the_same_moment_gives_the_same_bytes(Codec codec) {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(0, 300));
          var moment = new Moment(draw.between(0, 9), draw.between(0, 9), draw.between(0, 9), 0);
          assertThat(Encoded.by(codec, moment, numbers).payload())
              .isEqualTo(Encoded.by(codec, moment, numbers).payload());
        });
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void every_rank_decodes_the_same_numbers(Codec codec) {
    var numbers = Numbers.normal(1, 999);
    var sent = Encoded.by(codec, MOMENT, numbers);
    try (var arena = Arena.ofConfined()) {
      var other = new Moment(MOMENT.seed(), 5, MOMENT.step(), MOMENT.stage());
      var payload = MemorySegment.ofArray(sent.payload());
      assertThat(Encoded.decoded(codec.open(999, arena), other, payload, 999))
          .isEqualTo(sent.decoded());
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void accumulating_adds_what_is_decoded_times_the_weight(Codec codec) {
    forAll(
        draw -> {
          int count = draw.between(0, 300);
          try (var arena = Arena.ofConfined()) {
            var coder = codec.open(count, arena);
            var sent = Encoded.by(coder, codec, MOMENT, Numbers.drawn(draw, count));
            var before = Numbers.normal(3, count);
            var target = Numbers.segment(arena, before);
            coder.accumulate(MOMENT, MemorySegment.ofArray(sent.payload()), 0.25f, target);
            for (int i = 0; i < count; i++) {
              before[i] += 0.25f * sent.decoded()[i];
            }
            assertThat(Numbers.array(target)).isEqualTo(before);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void the_residual_is_what_was_lost_bit_for_bit(Codec codec) {
    forAll(
        draw -> {
          int count = draw.between(0, 300);
          var feedback = new ErrorFeedback(codec);
          try (var arena = Arena.ofConfined()) {
            var coder = feedback.open(count, arena);
            var residual = Numbers.residual(coder.state());
            for (int step = 0; step < 3; step++) {
              var before = Numbers.array(residual);
              var numbers = Numbers.drawn(draw, count);
              var sent = Encoded.by(coder, feedback, MOMENT.at(step), numbers);
              var due = new float[count];
              for (int i = 0; i < count; i++) {
                due[i] = numbers[i] + before[i] - sent.decoded()[i];
              }
              assertThat(Numbers.array(residual)).isEqualTo(due);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void odd_numbers_and_lengths_do_no_harm(Codec codec) {
    for (int length : LENGTHS) {
      for (var numbers : Numbers.odd(length)) {
        var input = numbers.clone();
        var sent = Encoded.by(codec, MOMENT, input);
        assertThat(input).isEqualTo(numbers);
        assertThat(sent.decoded()).hasSize(length);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void something_that_is_not_finite_is_passed_on_or_refused(Codec codec) {
    for (int length : new int[] {1, 7, 300, 3_000}) {
      for (var numbers : Numbers.notFinite(length)) {
        if (REFUSING.contains(codec.name())) {
          assertThatThrownBy(() -> Encoded.by(codec, MOMENT, numbers))
              .isInstanceOf(NotFiniteInputException.class)
              .hasMessageContaining("of %d is".formatted(length))
              .hasMessageContaining("in step 7, and %s cannot".formatted(codec.name()));
        } else {
          assertThat(allFinite(Encoded.by(codec, MOMENT, numbers).decoded()))
              .as("%d numbers of %s", length, codec)
              .isFalse();
        }
      }
    }
  }

  private static boolean allFinite(float[] numbers) {
    boolean finite = true;
    for (float number : numbers) {
      finite &= Float.isFinite(number);
    }
    return finite;
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void hostile_bytes_are_refused_or_decoded_but_nothing_else(Codec codec) {
    forAll(
        draw -> {
          int count = draw.between(0, 300);
          var random = new SplittableRandom(draw.between(0, 1_000_000));
          var bytes = new byte[random.nextInt((int) codec.payloadBytes(count) + 9)];
          if (draw.between(0, 1) == 1) {
            bytes = Encoded.by(codec, MOMENT, Numbers.drawn(draw, count)).payload();
          }
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] = random.nextInt(4) == 0 ? (byte) random.nextInt() : bytes[i];
          }
          decodeGuarded(codec, count, bytes);
        });
  }

  /** Between two fences, which must stand. */
  private static void decodeGuarded(Codec codec, int count, byte[] bytes) {
    try (var arena = Arena.ofConfined()) {
      var around = arena.allocate(JAVA_FLOAT, count + 2);
      around.fill((byte) 0x55);
      var target = around.asSlice(Float.BYTES, (long) count * Float.BYTES);
      try {
        codec.open(count, arena).decode(MOMENT, MemorySegment.ofArray(bytes), target);
      } catch (MalformedPayloadException e) {
        assertThat(e).hasMessageContaining(codec.name());
      }
      assertThat(around.get(JAVA_BYTE, 3)).isEqualTo((byte) 0x55);
      assertThat(around.get(JAVA_BYTE, (count + 1L) * Float.BYTES)).isEqualTo((byte) 0x55);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void a_payload_of_another_length_is_refused(Codec codec) {
    try (var arena = Arena.ofConfined()) {
      var sent = Encoded.by(codec, MOMENT, Numbers.normal(5, 100)).payload();
      var longer = MemorySegment.ofArray(Arrays.copyOf(sent, sent.length + 1));
      var target = arena.allocate(JAVA_FLOAT, 100);
      var coder = codec.open(100, arena);
      assertThatThrownBy(() -> coder.decode(MOMENT, longer, target))
          .isInstanceOf(MalformedPayloadException.class);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void wrong_segments_are_refused_before_anything_is_written(Codec codec) {
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(100, arena);
      var room = arena.allocate(codec.payloadBytes(100) - 1);
      var numbers = arena.allocate(JAVA_FLOAT, 100);
      assertThatThrownBy(() -> coder.encode(MOMENT, numbers, room))
          .isInstanceOf(IllegalArgumentException.class);
      var few = arena.allocate(JAVA_FLOAT, 99);
      assertThatThrownBy(() -> coder.encode(MOMENT, few, arena.allocate(1_000)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
