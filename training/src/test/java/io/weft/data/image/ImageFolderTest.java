package io.weft.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.weft.data.BatchMemory;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.form.FormText;
import io.weft.data.form.ImageForm;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFolderTest {
  @TempDir private Path folder;

  private Path write(String name, BufferedImage image) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    ImageIO.write(image, name.endsWith("png") ? "png" : "jpg", file.toFile());
    return file;
  }

  private static BufferedImage grey(int width, int height, int value) {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    for (int at = 0; at < width * height; at++) {
      image.getRaster().setSample(at % width, at / width, 0, value + at);
    }
    return image;
  }

  private static BufferedImage coloured(int width, int height, int colours) {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int at = 0; at < width * height; at++) {
      image.setRGB(at % width, at / width, colours);
    }
    return image;
  }

  private ImageFolder read() {
    return ImageFolder.read(folder, Optional.empty());
  }

  private static float[] pixels(Dataset data, long sample) {
    var batch = new BatchMemory(data, 1, Arena.ofAuto()).fill(sample);
    return batch.input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT);
  }

  private static long label(Dataset data, long sample) {
    var batch = new BatchMemory(data, 1, Arena.ofAuto()).fill(sample);
    return batch.labels().tensor().segment().get(ValueLayout.JAVA_LONG, 0);
  }

  @Test
  void grey_images_have_the_values_of_their_file_and_the_class_of_their_folder()
      throws IOException {
    write("b/1.png", grey(2, 3, 100));
    write("a/1.png", grey(2, 3, 200));
    var data = read();
    assertThat(data.form()).isEqualTo(new ImageForm(1, 3, 2, false, List.of("a", "b")));
    assertThat(FormText.parse("it", FormText.of(data.form()))).isEqualTo(data.form());
    assertThat(pixels(data, 1)).startsWith(100 / 255f, 101 / 255f).hasSize(6);
    assertThat(label(data, 0)).isZero();
    assertThat(label(data, 1)).isEqualTo(1);
  }

  @Test
  void one_coloured_image_makes_all_of_three_channels() throws IOException {
    write("a/1.png", coloured(2, 2, 0xff8000));
    write("b/1.png", grey(2, 2, 51));
    var data = read();
    assertThat(data.form().channels()).isEqualTo(3);
    assertThat(pixels(data, 0)).startsWith(1, 1, 1, 1, 128 / 255f).endsWith(0, 0, 0, 0);
    assertThat(pixels(data, 1)[0]).isEqualTo(0.2f);
    assertThat(pixels(data, 1)[8]).isEqualTo(0.2f);
  }

  @Test
  void images_of_other_sizes_are_refused_or_made_to_fit() throws IOException {
    var first = write("a/1.png", grey(4, 4, 0));
    var second = write("b/1.jpg", coloured(8, 6, 0xffffff));
    refuse(
        this::read,
        "%s is 4 × 4 pixels and %s 8 × 6: give --image-size 4x4 to make all fit"
            .formatted(first, second));
    var data = ImageFolder.read(folder, Optional.of(new ImageFolder.Size(2, 2)));
    assertThat(data.shape().input().lengths()).containsExactly(3L, 2L, 2L);
    float[] small = pixels(data, 0);
    assertThat(small[0]).isCloseTo(25 / 7f / 255, within(1e-6f));
    double mean = 0;
    for (int at = 0; at < 4; at++) {
      mean += small[at] / 4;
    }
    assertThat(mean).isCloseTo(7.5 / 255, within(1e-6));
    float[] white = pixels(data, 1);
    assertThat(white).hasSize(12);
    Arrays.sort(white);
    assertThat(white[0]).isGreaterThan(0.99f);
    refuse(
        () -> ImageFolder.unlabelled(first, new ImageForm(1, 9, 9, false, List.of("a", "b"))),
        "%s is 4 × 4 pixels, and the model learnt from images of 9 × 9".formatted(first));
  }

  @Test
  void what_is_no_image_is_one_sentence() throws IOException {
    write("a/1.png", grey(2, 2, 0));
    refuse(this::read, "%s has images of 1 class: give a folder for each".formatted(folder));
    var file = folder.resolve("b/1.png");
    Files.createDirectory(file.getParent());
    refuse(this::read, "b has no .png or .jpg files: fill it, or take the folder away");
    Files.writeString(file, "no image");
    refuse(this::read, "%s is no image that Java reads".formatted(file));
    var whole = Files.readAllBytes(write("b/2.png", grey(20, 20, 0)));
    Files.delete(folder.resolve("b/2.png"));
    Files.write(file, Arrays.copyOf(whole, 60));
    var size = Optional.of(new ImageFolder.Size(2, 2));
    refuse(() -> pixels(ImageFolder.read(folder, size), 1), "%s cannot be read".formatted(file));
  }

  private static void refuse(ThrowingCallable attempt, String sentence) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(attempt)
        .withMessageContaining(sentence);
  }
}
