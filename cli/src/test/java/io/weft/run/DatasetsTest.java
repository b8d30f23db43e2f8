package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.data.form.ImageForm;
import io.weft.data.form.TextForm;
import io.weft.data.table.TableReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetsTest {
  @TempDir private Path folder;

  private Path table(String... lines) throws IOException {
    return Files.write(folder.resolve("table.csv"), List.of(lines));
  }

  private static Found found(String model, Path path) {
    var choice = new DataChoice(Optional.of(path), TableReading.USUAL, Optional.empty(), List.of());
    return Datasets.found(Optional.ofNullable(model), choice, Optional.empty(), 1);
  }

  private Path idx() throws IOException {
    Files.write(
        folder.resolve("train-images-idx3-ubyte"),
        new byte[] {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4, 1, 2, 3, 4, 5, 6, 7, 8});
    Files.write(
        folder.resolve("train-labels-idx1-ubyte"), new byte[] {0, 0, 8, 1, 0, 0, 0, 2, 0, 2});
    return folder;
  }

  @Test
  void a_table_makes_a_perceptron_of_its_sizes() throws IOException {
    var path = table("1,2,a", "3,4,b", "5,6,a", "7,8,b");
    var found = found(null, path);
    assertThat(found.model()).isEqualTo("mlp(2,64,64,2)");
    assertThat(found.words()).isEqualTo("4 rows, from 2 columns, 2 classes of column 3 (a, b)");
    assertThat(found("mlp", path).model()).isEqualTo("mlp(2,64,64,2)");
    assertThat(found("mlp(2,8,9)", path).model()).isEqualTo("mlp(2,8,9)");
    var hidden =
        new DataChoice(Optional.of(path), TableReading.USUAL, Optional.empty(), List.of(7));
    assertThat(Datasets.found(Optional.empty(), hidden, Optional.empty(), 1).model())
        .isEqualTo("mlp(2,7,2)");
    assertThatThrownBy(() -> Datasets.found(Optional.of("vgg"), hidden, Optional.empty(), 1))
        .hasMessage(
            "--hidden [7] is for the layers of mlp, and --model vgg has its own: give one of them");
  }

  @Test
  void data_that_does_not_fit_a_model_that_is_named_is_refused() throws IOException {
    var path = table("1,2,a", "3,4,b", "5,6,a", "7,8,b");
    assertThatThrownBy(() -> found("vgg", path))
        .hasMessageEndingWith(
            "table.csv has samples of 2 numbers in 2 classes, and vgg takes 3072 in up to 10: leave"
                + " out --model");
    var text = Files.writeString(folder.resolve("a.txt"), "words");
    assertThatThrownBy(() -> found("mlp", text))
        .hasMessageContaining("a.txt is a text, and mlp learns from tables and images: leave out");
  }

  @Test
  void images_make_a_small_convolutional_network_of_their_size() throws IOException {
    var images = folder.resolve("train-images-idx3-ubyte");
    assertThatThrownBy(() -> found(null, idx()))
        .hasMessageContaining("has images of one row or column, of which no convolution learns");
    assertThat(found("mlp(4,3)", images).data().samples()).isEqualTo(2);
    assertThat(found("mlp(4,3)", images).form())
        .contains(new ImageForm(1, 1, 4, false, List.of("0", "1", "2")));
    assertThat(found("mlp(16,3)", images).data().shape().input().lengths()).containsExactly(16L);
    assertThatThrownBy(() -> found("mlp(1,3)", images))
        .hasMessage("images of 1 × 4 pixels in 1 channels do not fit into 1 × 1 in 1");
  }

  @Test
  void text_comes_from_a_file_or_from_the_texts_below_a_folder() throws IOException {
    var text = "Call me Ishmael. ".repeat(10);
    var file = Files.writeString(folder.resolve("a.txt"), text);
    Files.write(folder.resolve("b.bin"), new byte[100]);
    Files.writeString(folder.resolve("c.md"), text);
    assertThat(found(null, file).model()).isEqualTo("gpt-nano");
    assertThat(found(null, file).data().samples()).isEqualTo(2);
    assertThat(found(null, file).form()).contains(new TextForm("Call me "));
    assertThat(found(null, folder).data().samples()).isEqualTo(5);
    assertThatThrownBy(() -> found(null, folder.resolve("none")))
        .hasMessageEndingWith("none cannot be read: it is not there");
  }

  @Test
  void an_empty_folder_and_images_without_classes_are_refused() throws IOException {
    var empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> found(null, empty)).hasMessageContaining("empty is empty: give a");
    var picture = Files.createFile(empty.resolve("1.png"));
    assertThatThrownBy(() -> found(null, empty))
        .hasMessageContaining("empty has images and no classes: put them into folders named after");
    assertThatThrownBy(() -> found(null, picture)).hasMessageContaining("1.png is one image: give");
  }
}
