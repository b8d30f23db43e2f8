package io.weft.compression.lowrank;

import static io.weft.trials.Trials.forAll;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.compression.codec.Allocation;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.JointCoder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Numbers;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.Sketch;
import io.weft.compression.wrapper.JointErrorFeedback;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for everything that ranks compress together. */
@Tag("sampled")
class JointLawsTest {
  private static final List<Extent> TENSORS =
      List.of(new Extent(20, 30), new Extent(7, 1), new Extent(3, 3));
  private static final int COUNT = 600 + 7 + 9;
  private static final int STEPS = 3;

  static Stream<JointCodec> all() {
    return Stream.of(
            new PowerSgd(2, 2), new AlternatingPower(3), new Sketch(5, 100, new Density(0.05)))
        .flatMap(codec -> Stream.of(codec, new JointErrorFeedback(codec)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void restored_coders_go_on_bit_for_bit(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var first = new Cluster(codec, TENSORS, 2, arena);
      for (int step = 0; step < STEPS; step++) {
        first.step(step, inputs(step));
      }
      var second = new Cluster(codec, TENSORS, 2, arena);
      for (int rank = 0; rank < 2; rank++) {
        restore(saved(first.coder(rank)), second.coder(rank));
      }
      for (int step = STEPS; step < 2 * STEPS; step++) {
        var due = first.step(step, inputs(step));
        assertThat(second.step(step, inputs(step))).usingRecursiveComparison().isEqualTo(due);
        for (int rank = 0; rank < 2; rank++) {
          assertThat(saved(second.coder(rank)))
              .usingRecursiveComparison()
              .isEqualTo(saved(first.coder(rank)));
        }
      }
    }
  }

  /** What is left may be worked out in a step or when asked for, with the same bits. */
  @ParameterizedTest
  @MethodSource("all")
  void who_looks_at_the_state_changes_nothing(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var watched = new Cluster(codec, TENSORS, 2, arena);
      var unseen = new Cluster(codec, TENSORS, 2, arena);
      for (int step = 0; step < 2 * STEPS; step++) {
        var due = watched.step(step, inputs(step));
        saved(watched.coder(0));
        saved(watched.coder(1));
        assertThat(unseen.step(step, inputs(step)).toArray()).isEqualTo(due.toArray());
      }
      for (int rank = 0; rank < 2; rank++) {
        assertThat(saved(unseen.coder(rank)))
            .usingRecursiveComparison()
            .isEqualTo(saved(watched.coder(rank)));
      }
    }
  }

  private static List<float[]> inputs(int step) {
    return List.of(Numbers.normal(2L * step, COUNT), Numbers.normal(2L * step + 1, COUNT));
  }

  private static Map<String, byte[]> saved(JointCoder coder) {
    var saved = new LinkedHashMap<String, byte[]>();
    coder.state().forEach((name, memory) -> saved.put(name, memory.toArray(JAVA_BYTE)));
    return saved;
  }

  private static void restore(Map<String, byte[]> saved, JointCoder coder) {
    assertThat(coder.state().keySet()).isEqualTo(saved.keySet());
    coder
        .state()
        .forEach((name, memory) -> memory.copyFrom(MemorySegment.ofArray(saved.get(name))));
  }

  @ParameterizedTest
  @MethodSource("all")
  void something_that_is_not_finite_is_passed_on(JointCodec codec) {
    for (var spoilt : Numbers.notFinite(COUNT)) {
      try (var arena = Arena.ofConfined()) {
        var cluster = new Cluster(codec, TENSORS, 2, arena);
        cluster.step(0, inputs(0));
        var decoded = cluster.step(1, List.of(Numbers.normal(1, COUNT), spoilt));
        assertThat(allFinite(decoded.get(0))).isFalse();
        assertThat(decoded.get(1)).isEqualTo(decoded.get(0));
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

  /** All bits of floats occur: NaN, infinities, denormals and numbers whose squares overflow. */
  @ParameterizedTest
  @MethodSource("all")
  void hostile_sums_are_decoded_alike_and_nothing_else_is_written(JointCodec codec) {
    forAll(
        draw -> {
          var random = new SplittableRandom(draw.between(0, 1_000_000));
          try (var arena = Arena.ofConfined()) {
            var coders = List.of(codec.open(TENSORS, arena), codec.open(TENSORS, arena));
            var decoded = new float[2][];
            for (int phase = 0; phase < coders.getFirst().phases(); phase++) {
              int elements = (int) coders.getFirst().elements(Cluster.moment(0, 0), phase);
              var sum = hostile(random, elements);
              for (int rank = 0; rank < 2; rank++) {
                absorb(coders.get(rank), rank, phase, sum, arena);
              }
            }
            for (int rank = 0; rank < 2; rank++) {
              decoded[rank] = decodedGuarded(coders.get(rank), rank, arena);
            }
            assertThat(decoded[1]).isEqualTo(decoded[0]);
          }
        });
  }

  private static float[] hostile(SplittableRandom random, int elements) {
    var sum = new float[elements];
    for (int i = 0; i < elements; i++) {
      sum[i] =
          random.nextInt(3) == 0
              ? Float.intBitsToFloat(random.nextInt())
              : (float) random.nextGaussian();
    }
    return sum;
  }

  private static void absorb(JointCoder coder, int rank, int phase, float[] sum, Arena arena) {
    var moment = Cluster.moment(rank, 0);
    var payload = arena.allocate(JAVA_FLOAT, sum.length);
    coder.encode(moment, phase, Numbers.segment(arena, Numbers.normal(rank, COUNT)), payload);
    coder.absorb(moment, phase, MemorySegment.ofArray(sum));
  }

  /** Between two fences, which must stand. */
  private static float[] decodedGuarded(JointCoder coder, int rank, Arena arena) {
    var around = arena.allocate(JAVA_FLOAT, COUNT + 2);
    around.fill((byte) 0x55);
    var target = around.asSlice(Float.BYTES, (long) COUNT * Float.BYTES);
    coder.decode(Cluster.moment(rank, 0), target);
    assertThat(around.get(JAVA_BYTE, 3)).isEqualTo((byte) 0x55);
    assertThat(around.get(JAVA_BYTE, (COUNT + 1L) * Float.BYTES)).isEqualTo((byte) 0x55);
    return Numbers.array(target);
  }

  @ParameterizedTest
  @MethodSource("all")
  void sums_of_another_length_are_refused(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(TENSORS, arena);
      long elements = coder.elements(Cluster.moment(0, 0), 0);
      for (long wrong : new long[] {0, elements - 1, elements + 1}) {
        var sum = arena.allocate(JAVA_FLOAT, wrong);
        assertThatThrownBy(() -> coder.absorb(Cluster.moment(0, 0), 0, sum))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("was opened for %d numbers".formatted(elements));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void coders_allocate_nothing_per_step(JointCodec codec) {
    var tensors = List.of(new Extent(150, 100), new Extent(5_000, 1));
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(tensors, arena);
      var input = Numbers.segment(arena, Numbers.normal(1, 20_000));
      var target = arena.allocate(input.byteSize(), Float.BYTES);
      var even = payloads(coder, Cluster.moment(0, 0), arena);
      var odd = payloads(coder, Cluster.moment(0, 1), arena);
      Allocation.assertNone(
          () -> {
            step(coder, Cluster.moment(0, 0), input, even, target);
            step(coder, Cluster.moment(0, 1), input, odd, target);
          });
    }
  }

  private static List<MemorySegment> payloads(JointCoder coder, Moment moment, Arena arena) {
    return IntStream.range(0, coder.phases())
        .mapToObj(phase -> arena.allocate(JAVA_FLOAT, coder.elements(moment, phase)))
        .toList();
  }

  private static void step(
      JointCoder coder,
      Moment moment,
      MemorySegment input,
      List<MemorySegment> payloads,
      MemorySegment target) {
    for (int phase = 0; phase < payloads.size(); phase++) {
      coder.encode(moment, phase, input, payloads.get(phase));
      coder.absorb(moment, phase, payloads.get(phase));
    }
    coder.decode(moment, target);
    coder.retire(target);
  }
}
