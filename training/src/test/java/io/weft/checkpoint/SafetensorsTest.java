package io.weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.tensor.Tensor;
import io.weft.trials.Trials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("sampled")
class SafetensorsTest {
  @TempDir private Path folder;

  private static List<NamedTensor> some() {
    return List.of(
        new NamedTensor("weight \"ß\"", List.of(2L, 3L), Tensor.of(new float[] {1, 2, 3, 4, 5, 6})),
        NamedTensor.of("tokens", Tensor.of(new long[] {-1, Long.MAX_VALUE})),
        new NamedTensor("flag", List.of(), Tensor.of(new byte[] {7})),
        NamedTensor.of("nothing", Tensor.of(new float[0])));
  }

  private Path written(List<NamedTensor> tensors) {
    try {
      var file = folder.resolve("file.safetensors");
      Safetensors.write(file, tensors);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void what_is_written_is_read() {
    var found = Safetensors.read(written(some()), Arena.ofAuto());
    assertThat(found)
        .extracting(NamedTensor::name)
        .containsExactly("weight \"ß\"", "tokens", "flag", "nothing");
    assertThat(found.get(0).shape()).containsExactly(2L, 3L);
    assertThat(found.get(0).tensor().segment().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(found.get(1).tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly(-1, Long.MAX_VALUE);
    assertThat(found.get(2).shape()).isEmpty();
    assertThat(found.get(2).tensor().segment().toArray(ValueLayout.JAVA_BYTE)).containsExactly(7);
    assertThat(found.get(3).tensor().count()).isZero();
  }

  @Test
  void the_file_is_what_other_programs_expect() throws IOException {
    var bytes =
        Files.readAllBytes(written(List.of(NamedTensor.of("a", Tensor.of(new float[] {1})))));
    var header = "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";
    int length = (header.length() + 7) / 8 * 8;
    assertThat(bytes).hasSize(8 + length + 4).startsWith(length, 0, 0, 0, 0, 0, 0, 0);
    assertThat(new String(bytes, 8, length, StandardCharsets.UTF_8).strip()).isEqualTo(header);
    assertThat(Arrays.copyOfRange(bytes, 8 + length, bytes.length))
        .containsExactly(0, 0, 0x80, 0x3f);
  }

  @Test
  void a_file_that_is_cut_off_anywhere_is_refused() throws IOException {
    var tensors = List.of(NamedTensor.of("a", Tensor.of(new float[] {1, 2, 3})));
    var whole = Files.readAllBytes(written(tensors));
    for (int length = 0; length < whole.length; length++) {
      var cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
      assertThatExceptionOfType(CheckpointException.class)
          .as("%d of %d bytes", length, whole.length)
          .isThrownBy(() -> Safetensors.read(cut, Arena.ofAuto()))
          .withMessageContaining(cut.toString());
    }
  }

  @Test
  void a_spoilt_header_is_refused_and_nothing_worse() {
    Trials.forAll(
        draw -> {
          try {
            var bytes = Files.readAllBytes(written(some()));
            bytes[draw.between(0, 200)] ^= (byte) (1 << draw.between(0, 7));
            var file = Files.write(folder.resolve("spoilt"), bytes);
            Safetensors.read(file, Arena.ofAuto());
          } catch (CheckpointException e) {
            assertThat(e).hasMessageContaining("spoilt");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private Path file(String header, int dataBytes) throws IOException {
    var json = header.getBytes(StandardCharsets.UTF_8);
    var bytes = ByteBuffer.allocate(Long.BYTES + json.length + dataBytes);
    bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(json.length).put(json);
    return Files.write(folder.resolve("forged"), bytes.array());
  }

  private static String entry(String name, String shape, long begin, long end) {
    return "\"%s\":{\"dtype\":\"F32\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
        .formatted(name, shape, begin, end);
  }

  private void refuse(int dataBytes, String sentence, String... entries) throws IOException {
    var file = file("{" + String.join(",", entries) + "}", dataBytes);
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> Safetensors.read(file, Arena.ofAuto()))
        .withMessageContaining(file.toString())
        .withMessageContaining(sentence);
  }

  @Test
  void every_byte_of_the_data_is_of_one_tensor() throws IOException {
    refuse(8, "they overlap", entry("a", "2", 0, 8), entry("b", "1", 4, 8));
    refuse(8, "they overlap", entry("a", "2", 0, 8), entry("b", "2", 0, 8));
    refuse(12, "they leave a gap", entry("a", "1", 0, 4), entry("b", "1", 8, 12));
    refuse(12, "4 bytes and 12 follow it", entry("a", "1", 0, 4));
    refuse(4, "is not JSON", entry("a", "1", 0, 4), entry("a", "1", 0, 4));
    refuse(4, "lies at [0, 8] of 4 bytes", entry("a", "2", 0, 8));
    refuse(4, "lies at [4, 0] of 4 bytes", entry("a", "1", 4, 0));
  }

  @Test
  void a_shape_is_that_of_the_bytes() throws IOException {
    refuse(8, "they do not fit", entry("a", "1", 0, 8));
    refuse(6, "they do not fit", entry("a", "1", 0, 6));
    refuse(4, "they do not fit", entry("a", "-1,-1", 0, 4));
    refuse(0, "they do not fit", entry("a", "4294967296,4294967296", 0, 0));
    refuse(4, "they do not fit", entry("a", "9223372036854775807,3,1", 0, 4));
  }

  @Test
  void a_header_takes_no_more_memory_than_it_may() throws IOException {
    refuse(0, "is not JSON", "\"a\":" + "[".repeat(1_000_000));
    var file = Files.write(folder.resolve("hole"), new byte[] {2, 0, 0, 0, 0, 0, 0, 0, '{', '}'});
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), 1L << 40);
    }
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> Safetensors.read(file, Arena.ofAuto()))
        .withMessageContaining("has tensors of 0 bytes and 1099511627767 follow it");
  }

  @Test
  void a_full_disk_says_so() {
    var full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no device that is always full");
    assertThatIOException()
        .isThrownBy(() -> Safetensors.write(full, some()))
        .withMessageContaining("No space left");
  }
}
