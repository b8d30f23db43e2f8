package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxImagesTest {
  private static final byte[] PIXELS = {0, 51, -1, 102, -103, -52, 0, 0, -1, -1, 0, 51};

  @TempDir private Path folder;

  private static byte[] idx(byte[] data, int... lengths) {
    var bytes = ByteBuffer.allocate(4 + 4 * lengths.length + data.length);
    bytes.putInt(0x0800 | lengths.length);
    Arrays.stream(lengths).forEach(bytes::putInt);
    return bytes.put(data).array();
  }

  private Path file(String name, byte[] contents) throws IOException {
    return Files.write(folder.resolve(name), contents);
  }

  @Test
  void pixels_become_zero_to_one_and_labels_classes() throws IOException {
    var data =
        IdxImages.read(
            file("images", idx(PIXELS, 2, 2, 3)), file("labels", idx(new byte[] {7, 2}, 2)));
    assertThat(data.samples()).isEqualTo(2);
    assertThat(data.shape().classes()).hasValue(8);
    var batch = new BatchMemory(data, 2, Arena.ofAuto()).fill(1, 0);
    assertThat(batch.input().lengths()).containsExactly(1L, 2L, 3L);
    assertThat(batch.input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(0f, 0f, 1f, 1f, 0f, 0.2f, 0f, 0.2f, 1f, 0.4f, 0.6f, 0.8f);
    assertThat(batch.labels().tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly(2L, 7L);
  }

  @Test
  void packed_files_are_read_as_they_are() throws IOException {
    var packed = folder.resolve("images.gz");
    try (var stream = new GZIPOutputStream(Files.newOutputStream(packed))) {
      stream.write(idx(PIXELS, 1, 3, 2, 2));
    }
    var data = IdxImages.read(packed, file("labels", idx(new byte[1], 1)));
    assertThat(data.shape().input().lengths()).containsExactly(3L, 2L, 2L);
  }

  @Test
  void bad_files_are_one_sentence() throws IOException {
    var labels = file("labels", idx(new byte[2], 2));
    refuse(file("text", new byte[] {1, 2, 3, 4, 5}), labels, "does not begin as an IDX file");
    refuse(file("cut", idx(new byte[11], 2, 2, 3)), labels, "11 bytes of data and its shape");
    refuse(file("three", idx(PIXELS, 3, 2, 2)), labels, "has 3 images and");
    refuse(labels, labels, "images have at least 3 dimensions");
    refuse(folder.resolve("missing"), labels, "missing cannot be read");
  }

  private static void refuse(Path images, Path labels, String sentence) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> IdxImages.read(images, labels))
        .withMessageContaining(sentence);
  }
}
