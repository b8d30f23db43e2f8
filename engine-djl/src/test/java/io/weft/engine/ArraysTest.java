package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.types.DataType;
import io.weft.data.ArrayShape;
import io.weft.data.BatchMemory;
import io.weft.data.SampleShape;
import io.weft.engine.block.Linear;
import io.weft.engine.loss.Loss;
import io.weft.tensor.ElementType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Samples of whatever arrays. */
class ArraysTest {
  private static final int SAMPLES = 4;
  private static final Given DATA =
      Given.numbers(numbers(SAMPLES * 6), numbers(SAMPLES * 3), List.of(3L));

  @TempDir private Path folder;

  private static float[] numbers(int count) {
    var random = new Random(count);
    var numbers = new float[count];
    for (int at = 0; at < count; at++) {
      numbers[at] = random.nextFloat();
    }
    return numbers;
  }

  /** A module that Python saved, or the same with two inputs that it joins. */
  private Network script(Given data, boolean joins) throws IOException {
    var file = folder.resolve(joins + ".pt");
    ScriptText.pack("module.txt", file);
    if (joins) {
      try (var archive = FileSystems.newFileSystem(file)) {
        var code = archive.getPath("module/code/__torch__.py");
        var text = Files.readString(code);
        var two = text.replace("    x: Tensor)", "    a: Tensor,\n    b: Tensor)");
        Files.writeString(
            code,
            two.replace(
                "    head = self.head", "    x = torch.cat([a, b], 1)\n    head = self.head"));
      }
    }
    return Stages.of("script", Sample.of(data, Loss.meanSquaredError()))
        .addScript("module", file)
        .network();
  }

  private static int[] learnt(Network network, Given data) {
    try (var placed = Placed.open(network, 7)) {
      var memory = new BatchMemory(data, SAMPLES, Arena.ofAuto());
      for (int step = 0; step < 5; step++) {
        Training.step(placed.model(), memory.fill(0, 1, 2, 3), 1);
        Training.update(placed.memory(), 0.1f);
      }
      return placed.memory().parametersOf(0).segment().toArray(JAVA_INT);
    }
  }

  @Test
  void a_script_with_two_inputs_learns_what_one_with_both_in_one_learns() throws IOException {
    var one = learnt(script(DATA, false), DATA);
    assertThat(learnt(script(DATA.split(), true), DATA.split())).isEqualTo(one);
  }

  @Test
  void a_script_with_too_few_inputs_is_refused() throws IOException {
    var one = script(DATA, false);
    assertThat(one.stages()).hasSize(1);
    assertThatThrownBy(() -> script(DATA, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("stage module of script does not take what comes before it");
  }

  @ParameterizedTest
  @EnumSource(names = "BF16", mode = EnumSource.Mode.EXCLUDE)
  void labels_of_any_type_reach_a_loss_of_ones_own(ElementType type) {
    var shape =
        new SampleShape(
            DATA.shape().inputs(), new ArrayShape(type, List.of(3L)), OptionalInt.empty());
    var labels = MemorySegment.ofArray(new long[SAMPLES * 3]);
    var data = new Given(shape, DATA.inputs(), labels, SAMPLES);
    var loss =
        Loss.own(
            "own",
            (x, zeros) -> {
              assertThat(zeros.getDataType()).isEqualTo(Torch.type(type));
              return x.sub(zeros.toType(DataType.FLOAT32, true)).square().mean();
            });
    var network = new Network("own", Sample.of(data, loss), List.of(Linear.of("only", 6, 3)));
    assertThat(learnt(network, data)).isNotEmpty();
    assertThatThrownBy(() -> Sample.of(data, Loss.crossEntropy()))
        .hasMessageContaining("the loss cross-entropy takes classes");
  }

  @Test
  void a_type_that_djl_does_not_have_is_refused() {
    var numbers = List.of(new ArrayShape(ElementType.BF16, List.of(3L)));
    var shape = new SampleShape(numbers, DATA.shape().labels(), OptionalInt.empty());
    assertThatThrownBy(() -> new Sample.Arrays(shape, Loss.meanSquaredError()))
        .hasMessage("DJL has no arrays of bf16: give data as fp32 or fp16");
  }

  /** Such a network is made without a trial of its stages. */
  @Test
  void a_last_stage_of_another_width_is_refused_in_the_first_step() {
    var sample = Sample.of(DATA, Loss.meanSquaredError());
    var network = new Network("narrow", sample, List.of(Linear.of("only", 6, 2)));
    assertThatThrownBy(() -> learnt(network, DATA))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the last stage of narrow gives (4, 2) for 12 labels: it must give one number for each");
  }
}
