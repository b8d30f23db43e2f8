package io.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import io.weft.collective.World;
import io.weft.engine.DjlTraining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of DJL's becomes one of many ranks by changing a few lines. */
class DjlTogetherTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("repository.root"), "examples/src/main/java/io/weft/examples");
  private static final int LINES_MOST = 10;

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
  void two_ranks_learn_them_and_plain_djl_loads_what_they_save(@TempDir Path folder)
      throws IOException {
    var digits = Digits.in(folder);
    World.spawn(
        2,
        communicator -> {
          try (var model = Model.newInstance("perceptron", "PyTorch")) {
            model.setBlock(Digits.perceptron());
            var images = digits.dataset(model.getNDManager(), 16);
            DjlTraining.of(model, communicator)
                .fit(images, 8, how -> how.epochs(10).strategy("dear"));
            assertThat(digits.right(model)).isGreaterThan(0.9);
            model.save(folder.resolve("rank-" + communicator.rank()), "perceptron");
          }
        });
    try (var loaded = Model.newInstance("perceptron", "PyTorch")) {
      loaded.setBlock(Digits.perceptron());
      loaded.load(folder.resolve("rank-0"), "perceptron");
      assertThat(digits.right(loaded)).isGreaterThan(0.9);
    } catch (MalformedModelException e) {
      throw new AssertionError(e);
    }
  }
}
