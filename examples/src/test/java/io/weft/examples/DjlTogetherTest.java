package io.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.Model;
import io.weft.collective.World;
import io.weft.engine.DjlTraining;
import io.weft.engine.DjlWeights;
import io.weft.trials.Python;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of DJL's becomes one of many ranks by changing a few lines. */
class DjlTogetherTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("repository.root"), "examples/src/main/java/io/weft/examples");
  private static final int LINES_MOST = 10;

  /** Reads safetensors, and predicts with them. */
  private static final String PREDICTION =
      """
      import json, numpy, struct, torch
      raw = open("rank-0/perceptron.safetensors", "rb").read()
      begin = 8 + struct.unpack("<Q", raw[:8])[0]
      weights = {}
      for name, entry in json.loads(raw[8:begin]).items():
          first, end = entry["data_offsets"]
          numbers = torch.tensor(numpy.frombuffer(raw[begin + first:begin + end], "<f4").copy())
          weights[name] = numbers.reshape(entry["shape"])
      linear = torch.nn.functional.linear
      pixels = torch.tensor(numpy.fromfile("pixels", "<f4")).reshape(-1, 64)
      hidden = torch.relu(linear(pixels, weights["01Linear_weight"], weights["01Linear_bias"]))
      scores = linear(hidden, weights["03Linear_weight"], weights["03Linear_bias"])
      scores.numpy().tofile("scores")
      """;

  @TempDir private static Path folder;

  /** What two ranks that were trained together predict, by rank. */
  private static final Map<Integer, float[]> SCORES = new ConcurrentHashMap<>();

  private static @Nullable Digits digits;

  private static Digits digits() {
    return Objects.requireNonNull(digits);
  }

  @BeforeAll
  static void train() throws IOException {
    digits = Digits.in(folder);
    World.spawn(
        2,
        communicator -> {
          var own = folder.resolve("rank-" + communicator.rank());
          try (var model = Model.newInstance("perceptron", "PyTorch")) {
            model.setBlock(Digits.perceptron());
            var images = digits().dataset(model.getNDManager(), 16);
            DjlTraining.of(model, communicator)
                .fit(images, 8, how -> how.epochs(10).strategy("dear"));
            model.save(own, "perceptron");
            DjlWeights.save(model.getBlock(), own.resolve("perceptron.safetensors"));
            SCORES.put(communicator.rank(), digits().scores(model));
          }
        });
  }

  private static List<String> lines(String name) throws IOException {
    return Files.readAllLines(SOURCES.resolve(name + ".java"));
  }

  @Test
  void at_most_ten_lines_change() throws IOException {
    var alone = lines("DjlAlone");
    var together = lines("DjlTogether");
    var gone = new ArrayList<>(alone);
    together.forEach(gone::remove);
    var added = new ArrayList<>(together);
    alone.forEach(added::remove);
    assertThat(added).as("lines added, for %s", gone).hasSizeBetween(1, LINES_MOST);
    assertThat(gone).as("lines gone, for %s", added).hasSizeBetween(1, LINES_MOST);
  }

  @Test
  void plain_djl_learns_them() {
    assertThat(Printed.by(DjlTogetherTest::alone).getLast())
        .matches("(9\\d|100) % right, saved in .*");
  }

  private static void alone() {
    try {
      DjlAlone.main();
    } catch (Exception e) { // what the shape of DJL's programs declares
      throw new AssertionError(e);
    }
  }

  @Test
  void two_ranks_learn_them_alike() {
    assertThat(SCORES.get(1)).isEqualTo(SCORES.get(0));
  }

  @Test
  void plain_djl_predicts_the_same() throws Exception {
    try (var loaded = Model.newInstance("perceptron", "PyTorch")) {
      loaded.setBlock(Digits.perceptron());
      loaded.load(folder.resolve("rank-0"), "perceptron");
      assertThat(digits().scores(loaded)).containsExactly(SCORES.get(0), within(1e-6f));
      assertThat(digits().right(loaded)).isGreaterThan(0.9);
    }
  }

  @Test
  void python_predicts_the_same() throws IOException {
    var python = Python.withTorch();
    assumeTrue(python.isPresent(), Python.MISSING);
    var pixels = MemorySegment.ofArray(digits().pixels()).toArray(ValueLayout.JAVA_BYTE);
    Files.write(folder.resolve("pixels"), pixels);
    python.orElseThrow().run(folder, PREDICTION);
    var found = Python.floats(folder.resolve("scores"));
    assertThat(found).containsExactly(SCORES.get(0), within(1e-5f));
    assertThat(Digits.classes(found)).isEqualTo(Digits.classes(SCORES.get(0)));
  }
}
