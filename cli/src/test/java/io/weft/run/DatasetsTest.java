package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.engine.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetsTest {
  private static final Sample PAIRS = new Sample.Features(List.of(2L), 3);

  @TempDir private Path folder;

  private Path table(String... lines) throws IOException {
    return Files.write(folder.resolve("table.csv"), List.of(lines));
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
    assertThat(Datasets.of(larger, Optional.of(file), 1).shape().input().lengths())
        .isEqualTo(List.of(16L));
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
