package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.engine.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingDataTest {
  private static final Sample PAIRS = new Sample.Features(List.of(2L), 3);

  @TempDir private Path folder;

  private Path table(String... lines) throws IOException {
    return Files.write(folder.resolve("table.csv"), List.of(lines));
  }

  @Test
  void weights_of_all_ranks_and_micro_steps_add_up_to_one_at_the_end_of_an_epoch_too()
      throws IOException {
    var lines = new String[23];
    Arrays.fill(lines, "0.5,1,2");
    var data = Datasets.of(PAIRS, Optional.of(table(lines)), 1);
    var sharding = new Sharding(data.samples(), 2, 3, 1);
    try (var zero = new TrainingData(data, PAIRS, sharding, 0, 3, Position.START);
        var one = new TrainingData(data, PAIRS, sharding, 1, 3, Position.START)) {
      for (long step = 0; step < 5; step++) {
        double sum = 0;
        for (int micro = 0; micro < 3; micro++) {
          sum += zero.next(step, micro).weight() + one.next(step, micro).weight();
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
      }
      // 4 micro-steps make an epoch, so 15 of them end before the last of the fourth.
      assertThat(zero.position()).isEqualTo(new Position(3, 3));
    }
  }

  @Test
  void data_that_does_not_fit_the_model_is_refused() throws IOException {
    var path = Optional.of(table("1,2,3,0"));
    assertThatThrownBy(() -> Datasets.of(PAIRS, path, 1))
        .hasMessageEndingWith(
            "table.csv has samples of 3 numbers in 1 classes, and the model takes 2 in up to 3");
    var classes = Optional.of(table("1,2,3"));
    assertThatThrownBy(() -> Datasets.of(PAIRS, classes, 1))
        .hasMessageContaining("2 numbers in 4 classes");
  }

  @Test
  void images_are_found_with_their_labels() throws IOException {
    Files.write(
        folder.resolve("train-images-idx3-ubyte"),
        new byte[] {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 3, 4});
    Files.write(
        folder.resolve("train-labels-idx1-ubyte"), new byte[] {0, 0, 8, 1, 0, 0, 0, 2, 0, 2});
    assertThat(Datasets.of(PAIRS, Optional.of(folder), 1).samples()).isEqualTo(2);
    var file = folder.resolve("train-images-idx3-ubyte");
    assertThat(Datasets.of(PAIRS, Optional.of(file), 1).samples()).isEqualTo(2);
    var larger = new Sample.Features(List.of(16L), 3);
    assertThat(Datasets.of(larger, Optional.of(file), 1).shape().inputs())
        .isEqualTo(List.of(1L, 4L, 4L));
    var smaller = new Sample.Features(List.of(1L), 3);
    assertThatThrownBy(() -> Datasets.of(smaller, Optional.of(file), 1))
        .hasMessage("images of 1 × 2 pixels in 1 channels do not fit into 1 × 1 in 1");
    assertThatThrownBy(() -> Datasets.of(PAIRS, Optional.of(folder.resolve("x.bin")), 1))
        .hasMessageContaining("is neither .csv nor a file of images");
  }

  @Test
  void text_comes_from_a_file_or_from_the_texts_below_a_folder() throws IOException {
    var four = new Sample.Tokens(4, 256);
    var file = Files.writeString(folder.resolve("a.txt"), "123456789");
    Files.write(folder.resolve("b.bin"), new byte[100]);
    Files.writeString(folder.resolve("c.md"), "12345678");
    assertThat(Datasets.of(four, Optional.of(file), 1).samples()).isEqualTo(2);
    assertThat(Datasets.of(four, Optional.of(folder), 1).samples()).isEqualTo(4);
    assertThatThrownBy(() -> Datasets.of(four, Optional.of(folder.resolve("none")), 1))
        .hasMessageEndingWith("none cannot be read: it is not there");
  }
}
