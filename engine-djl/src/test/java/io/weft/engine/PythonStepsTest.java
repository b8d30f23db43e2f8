package io.weft.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.engine.zoo.Gpt;
import io.weft.engine.zoo.Perceptron;
import io.weft.engine.zoo.ResNet;
import io.weft.model.Batch;
import io.weft.tensor.Tensor;
import io.weft.trials.Python;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same weights and batches in Python's PyTorch; skipped where there is none. */
class PythonStepsTest {
  private static final int STEPS = 10;
  private static final float RATE = 0.1f;
  private static Optional<Python> python = Optional.empty();

  @BeforeAll
  static void findPython() {
    python = Python.withTorch();
    assumeTrue(python.isPresent(), Python.MISSING);
  }

  /** They have the names of functions in the program. */
  static List<Network> networks() {
    return List.of(
        new Perceptron("perceptron", List.of(6, 16, 16, 3)).network(),
        new ResNet("residual", List.of(4, 8), new Sample.Features(List.of(3L, 8L, 8L), 10))
            .network(),
        new Gpt("transformer", 2, 16, 2, new Sample.Tokens(8, 20)).network());
  }

  @ParameterizedTest
  @MethodSource("networks")
  void losses_are_those_of_python(Network network, @TempDir Path folder) throws IOException {
    var batches =
        IntStream.range(0, STEPS)
            .mapToObj(step -> Batches.random(network.sample(), 4, step))
            .toList();
    try (var placed = Placed.open(network, 7)) {
      describe(placed, batches, folder);
      python.orElseThrow().run(folder, program());
      var expected = Python.floats(folder.resolve("losses"));
      for (int step = 0; step < STEPS; step++) {
        Training.step(placed.model(), batches.get(step), 1);
        Training.update(placed.memory(), RATE);
        assertThat((float) placed.model().loss())
            .as("step %d", step)
            .isCloseTo(expected[step], within(1e-5f));
      }
      assertThat(expected[STEPS - 1]).isNotCloseTo(expected[0], within(1e-3f));
    }
  }

  private static String program() throws IOException {
    try (var stream = PythonStepsTest.class.getResourceAsStream("steps.py")) {
      return new String(stream.readAllBytes(), UTF_8);
    }
  }

  private static void describe(Placed placed, List<Batch> batches, Path folder) throws IOException {
    var parameters = placed.model().parameters();
    var names = parameters.stream().map(each -> each.name() + " " + spaced(each.shape())).toList();
    Files.write(folder.resolve("names"), names);
    write(
        folder.resolve("values"),
        IntStream.range(0, parameters.size()).mapToObj(placed.memory()::parameter));
    write(folder.resolve("inputs"), batches.stream().map(batch -> batch.input().tensor()));
    write(folder.resolve("labels"), batches.stream().map(batch -> batch.labels().tensor()));
    var shape = spaced(batches.getFirst().input().lengths());
    var name = placed.model().network().name();
    Files.writeString(folder.resolve("task"), "%s %d %s %s".formatted(name, STEPS, RATE, shape));
  }

  private static String spaced(List<Long> lengths) {
    return lengths.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static void write(Path file, Stream<Tensor> tensors) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (var tensor : tensors.toList()) {
        out.write(tensor.segment().toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }
}
