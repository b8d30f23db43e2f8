package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.weft.trials.Draw;
import io.weft.trials.Thorough;
import io.weft.trials.Trials;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sampled")
class KernelsTest {
  private static final List<Kernels> TWINS = List.of(Kernels.plain(), Kernels.best());
  private static final List<Integer> LENGTHS = List.of(0, 1, 2, 7, 63, 64, 65, 1023, 4097);
  private static final int SOURCES_MAX = 5;

  /** The place of the target, then those of the sources in turn. */
  private static final List<List<Place>> LAYOUTS =
      Stream.concat(
              Arrays.stream(Place.values()).map(List::of),
              Stream.of(List.of(Place.values()), List.of(Place.ARRAY, Place.NATIVE)))
          .toList();

  @Test
  void the_twins_are_two() {
    assertThat(TWINS).hasExactlyElementsOfTypes(PlainKernels.class, VectorKernels.class);
  }

  static Stream<Arguments> reductions() {
    return Arrays.stream(ElementType.values())
        .flatMap(type -> Arrays.stream(Reduction.values()).map(op -> Arguments.of(type, op)));
  }

  @ParameterizedTest
  @MethodSource("reductions")
  void twins_reduce_as_the_oracle_wherever_the_memory_lies(ElementType type, Reduction op) {
    var random = new SplittableRandom(7);
    for (int length : Thorough.sample(3, LENGTHS)) {
      for (int sources = 1; sources <= SOURCES_MAX; sources++) {
        var inputs = inputs(type, length, sources, random);
        for (var layout : LAYOUTS) {
          assertReduces(type, op, layout, inputs);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reductions")
  void twins_leave_the_result_in_all_sources(ElementType type, Reduction op) {
    var random = new SplittableRandom(9);
    for (int length : Thorough.sample(2, List.of(0, 1, 63, 64, 65, 1023, 20_000))) {
      for (int count = 1; count <= SOURCES_MAX; count++) {
        var inputs = inputs(type, length, count, random);
        for (var layout : LAYOUTS) {
          assertReducesAll(type, op, layout, inputs);
        }
      }
    }
  }

  @Test
  void any_reduction_of_any_length_is_the_oracles() {
    Trials.forAll(
        draw -> {
          var type = any(draw, List.of(ElementType.values()));
          var op = any(draw, List.of(Reduction.values()));
          var layout = any(draw, LAYOUTS);
          var random = new SplittableRandom(draw.between(0, 1_000_000));
          var inputs = inputs(type, draw.between(0, 20_000), draw.between(1, 9), random);
          assertReduces(type, op, layout, inputs);
          assertReducesAll(type, op, layout, inputs);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"FP32", "FP64", "FP16", "BF16"})
  void a_single_nan_at_any_place_gets_its_one_form(ElementType type) {
    int byteCount = Thorough.either(256, 1024);
    for (int at = 0; at < byteCount; at += type.byteCount()) {
      for (int sources : new int[] {2, 3, 4}) {
        var inputs = new byte[sources][byteCount];
        var last = MemorySegment.ofArray(inputs[sources - 1]).asSlice(at, type.byteCount());
        last.fill((byte) 0xff); // a NaN, and not the one form
        assertReduces(type, Reduction.SUM, List.of(Place.NATIVE), inputs);
        assertReducesAll(type, Reduction.SUM, List.of(Place.NATIVE), inputs);
      }
    }
  }

  /** Larger than what a core's own cache holds, which may be gone through in another order. */
  @ParameterizedTest
  @MethodSource("reductions")
  void twins_agree_on_two_large_sources(ElementType type, Reduction op) {
    var inputs = inputs(type, (700 << 10) / type.byteCount() + 1, 2, new SplittableRandom(13));
    try (var arena = Arena.ofConfined()) {
      var plain = arena.allocate(inputs[0].length);
      var best = arena.allocate(inputs[0].length).copyFrom(MemorySegment.ofArray(inputs[0]));
      var right = arena.allocate(inputs[1].length).copyFrom(MemorySegment.ofArray(inputs[1]));
      Kernels.plain().reduce(type, op, plain, best, right);
      Kernels.best().reduce(type, op, best, best, right);
      assertThat(best.mismatch(plain)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FP32", "FP64"})
  void a_single_nan_in_any_part_of_much_gets_its_one_form(ElementType type) {
    int byteCount = 1 << 20;
    try (var arena = Arena.ofConfined()) {
      var target = arena.allocate(byteCount);
      var left = arena.allocate(byteCount);
      var right = arena.allocate(byteCount);
      for (int step = 0; step <= byteCount; step += byteCount / 16) {
        int at = Math.min(step, byteCount - type.byteCount()); // the very last, too
        var place = right.asSlice(at, type.byteCount()).fill((byte) 0xff);
        Kernels.best().reduce(type, Reduction.SUM, target, left, right);
        var zero = new byte[type.byteCount()];
        var expected = Oracle.reduce(type, Reduction.SUM, zero, place.toArray(JAVA_BYTE));
        assertThat(target.asSlice(at, type.byteCount()).toArray(JAVA_BYTE)).isEqualTo(expected);
        place.fill((byte) 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void one_source_is_copied_with_the_payload_of_its_nans(ElementType type) {
    var input = Values.WILD.draw(type, 1000, new SplittableRandom(3));
    for (var kernels : TWINS) {
      var target = Arena.ofAuto().allocate(input.length);
      kernels.reduce(type, Reduction.SUM, target, MemorySegment.ofArray(input));
      assertThat(target.toArray(JAVA_BYTE)).isEqualTo(input);
    }
  }

  @ParameterizedTest
  @EnumSource
  void twins_divide_as_the_oracle(ElementType type) {
    var random = new SplittableRandom(11);
    for (long divisor : new long[] {1, 2, 3, 7, 128, 1L << 31, (1L << 53) + 1, Long.MAX_VALUE}) {
      for (var values : Values.values()) {
        var input = values.draw(type, 2049, random);
        for (var place : Place.values()) {
          for (var kernels : TWINS) {
            var target = fenced(type, place, input);
            kernels.divide(type, target.inner(), divisor);
            assertThat(target.inner().toArray(JAVA_BYTE))
                .as("%s / %d, %s, %s", type, divisor, place, kernels.getClass().getSimpleName())
                .isEqualTo(Oracle.divide(type, input, divisor));
            assertThat(target.isIntact()).isTrue();
          }
        }
      }
    }
  }

  @Test
  void a_mapped_file_is_reduced_in_place(@TempDir Path folder) throws IOException {
    for (var kernels : TWINS) {
      var file = folder.resolve(kernels.getClass().getSimpleName());
      try (var channel = FileChannel.open(file, CREATE_NEW, READ, WRITE);
          var arena = Arena.ofConfined()) {
        var mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 5000, arena);
        var other = arena.allocate(5000).fill((byte) 3);
        kernels.reduce(ElementType.INT8, Reduction.SUM, mapped, mapped, other, other);
      }
      assertThat(Files.readAllBytes(file)).hasSize(5000).containsOnly(6);
    }
  }

  @Test
  void closed_memory_is_refused_by_both_twins() {
    var arena = Arena.ofConfined();
    var closed = arena.allocate(5000);
    arena.close();
    for (var kernels : TWINS) {
      assertThatIllegalStateException()
          .isThrownBy(() -> kernels.reduce(ElementType.FP32, Reduction.SUM, closed, closed, closed))
          .withMessage("Already closed");
    }
  }

  @Test
  @Tag("thorough")
  void offsets_go_beyond_two_gibibytes() {
    long byteCount = (2L << 30) + 4097;
    assumeTrue(freeMemoryBytes() > 2 * byteCount, "less than twice 2 GiB of memory is free");
    long[] places = {0, (2L << 30) - 1, 2L << 30, byteCount - 1};
    try (var arena = Arena.ofConfined()) {
      var segment = arena.allocate(byteCount);
      Arrays.stream(places).forEach(at -> segment.set(JAVA_BYTE, at, (byte) 3));
      TWINS.forEach(
          kernels -> kernels.reduce(ElementType.INT8, Reduction.SUM, segment, segment, segment));
      assertThat(Arrays.stream(places).mapToObj(at -> segment.get(JAVA_BYTE, at)))
          .containsOnly((byte) 12);
    }
  }

  private static <T> T any(Draw draw, List<T> choices) {
    return choices.get(draw.between(0, choices.size() - 1));
  }

  private static long freeMemoryBytes() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getFreeMemorySize();
  }

  private static byte[][] inputs(
      ElementType type, int length, int sources, SplittableRandom random) {
    var values = random.nextInt(3) == 0 ? Values.TAME : Values.WILD;
    return IntStream.range(0, sources)
        .mapToObj(_ -> values.draw(type, length, random))
        .toArray(byte[][]::new);
  }

  /** With a target of its own, and with each source in turn as the target. */
  private static void assertReduces(
      ElementType type, Reduction op, List<Place> layout, byte[][] inputs) {
    var expected = Oracle.reduce(type, op, inputs);
    for (int alias = -1; alias < inputs.length; alias++) {
      for (var kernels : TWINS) {
        var sources = new MemorySegment[inputs.length];
        var target = fenced(type, layout.getFirst(), new byte[expected.length]);
        for (int i = 0; i < inputs.length; i++) {
          var source = fenced(type, layout.get((i + 1) % layout.size()), inputs[i]);
          sources[i] = source.inner();
          target = i == alias ? source : target;
        }
        kernels.reduce(type, op, target.inner(), sources);
        assertThat(target.inner().toArray(JAVA_BYTE))
            .as("%s of %d %s in %s, target %d", op, sources.length, type, layout, alias)
            .isEqualTo(expected);
        assertThat(target.isIntact()).isTrue();
      }
    }
  }

  private static void assertReducesAll(
      ElementType type, Reduction op, List<Place> layout, byte[][] inputs) {
    var expected = Oracle.reduce(type, op, inputs);
    for (var kernels : TWINS) {
      var fenced = new Place.Fenced[inputs.length];
      Arrays.setAll(fenced, i -> fenced(type, layout.get(i % layout.size()), inputs[i]));
      kernels.reduceAll(
          type, op, Arrays.stream(fenced).map(Place.Fenced::inner).toArray(MemorySegment[]::new));
      for (var each : fenced) {
        assertThat(each.inner().toArray(JAVA_BYTE))
            .as("%s of %d %s in %s", op, fenced.length, type, layout)
            .isEqualTo(expected);
        assertThat(each.isIntact()).isTrue();
      }
    }
  }

  private static Place.Fenced fenced(ElementType type, Place place, byte[] contents) {
    var memory = place.allocate(type, contents.length);
    memory.inner().copyFrom(MemorySegment.ofArray(contents));
    return memory;
  }
}
