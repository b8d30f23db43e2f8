package io.weft.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.weft.data.table.Table;
import io.weft.data.table.TableReading;
import io.weft.trials.Trials;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that claim more than they have, or have more than they claim. */
@Tag("sampled")
@Timeout(60)
class HostileDataTest {
  private static final int BOMB_BYTES = 64 << 20;

  /** Of memory, while such a file is refused. */
  private static final long ALLOCATED_MAX = 8 << 20;

  private static final int LIMIT = 128 << 20;

  @TempDir private Path folder;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static byte[] head(int... lengths) {
    var bytes = ByteBuffer.allocate(4 + 4 * lengths.length).putInt(0x0800 | lengths.length);
    for (int length : lengths) {
      bytes.putInt(length);
    }
    return bytes.array();
  }

  private Path packed(String name, byte[] head, int zeros) throws IOException {
    var file = folder.resolve(name);
    try (var stream = new GZIPOutputStream(Files.newOutputStream(file))) {
      stream.write(head);
      var piece = new byte[1 << 20];
      for (int left = zeros; left > 0; left -= piece.length) {
        stream.write(piece, 0, Math.min(left, piece.length));
      }
    }
    return file;
  }

  /** A sentence, and not much memory for it. */
  private static void refuse(Runnable reading, String sentence) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reading::run)
        .withMessageContaining(sentence);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(ALLOCATED_MAX);
  }

  private void refuseImages(Path images, String sentence) throws IOException {
    var labels = file("labels", head(1));
    refuse(() -> IdxImages.read(images, labels), sentence);
  }

  @Test
  void a_bomb_of_gzip_is_unpacked_as_far_as_its_shape_and_no_further() throws IOException {
    refuseImages(
        packed("bomb", head(1, 2, 2), BOMB_BYTES),
        "has more bytes of data and its shape [1, 2, 2]");
  }

  @Test
  void a_shape_without_data_takes_no_memory() throws IOException {
    int huge = 1 << 30;
    refuseImages(packed("gzip", head(1, huge, 1), 9), "bytes of data and its shape [1, 1073741824");
    refuseImages(file("plain", head(1, huge, 1)), "has 0 bytes of data and its shape");
    refuseImages(file("over", head(-1, -1, -1)), "which is more than any file");
    var sparse = file("sparse", head(3, huge, 1));
    try (var channel = FileChannel.open(sparse, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), 16 + 3L * huge - 1);
    }
    refuseImages(sparse, "asks for 3221225472 bytes of memory");
  }

  private byte[] zip(int bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(packed)) {
      zip.putNextEntry(new ZipEntry("A.java"));
      zip.write(new byte[bytes]);
    }
    return packed.toByteArray();
  }

  /** Changes a number in the directory, or at the end of the file. */
  private Path lying(byte[] zip, int signature, int field, int value) throws IOException {
    var bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = zip.length - 4; at >= 0; at--) {
      if (bytes.getInt(at) == signature) {
        return file("lying.zip", bytes.putInt(at + field, value).array());
      }
    }
    throw new AssertionError("no such record");
  }

  @Test
  void a_zip_file_whose_directory_lies_is_refused() throws IOException {
    int directory = 0x02014b50;
    int end = 0x06054b50;
    var shorter = lying(zip(BOMB_BYTES), directory, 24, 10);
    refuse(
        () -> Corpus.at(shorter, LIMIT),
        "lying.zip cannot be read: 'A.java' in it is not as long as its directory says, 10 bytes");
    var longer = lying(zip(5), directory, 24, 2000);
    refuse(() -> Corpus.at(longer, LIMIT), "is not as long as its directory says, 2000 bytes");
    var huge = lying(zip(5), directory, 24, -2);
    refuse(() -> Corpus.at(huge, LIMIT), "has no text within the limit");
    var past = lying(zip(5), end, 12, 0x7fffffff);
    refuse(() -> Corpus.at(past, LIMIT), "lying.zip cannot be read");
    refuse(() -> Corpus.at(folder.resolve("no.zip"), LIMIT), "it is not there");
  }

  @Test
  void a_line_without_end_is_no_row() throws IOException {
    var line = file("line.csv", "1".repeat(BOMB_BYTES).getBytes(UTF_8));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Table.read(line, TableReading.USUAL))
        .withMessageContaining("is no table after line 0: a quote has no end, or a cell or a line");
    var bytes = file("bytes.csv", new byte[] {'1', ',', (byte) 0xff, '\n'});
    refuse(
        () -> Table.read(bytes, TableReading.USUAL),
        "bytes.csv cannot be read: it is not text in UTF-8");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void what_is_no_file_is_not_waited_for() throws Exception {
    for (var name : List.of("pipe.csv", "pipe.zip", "pipe")) {
      var pipe = folder.resolve(name);
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      refuse(() -> Corpus.at(pipe, LIMIT), "it is not a regular file");
      refuse(() -> Table.read(pipe, TableReading.USUAL), "it is not a regular file");
      refuse(() -> IdxImages.read(pipe, pipe), "it is not a regular file");
    }
  }

  private void spoil(byte[] whole, Consumer<Path> reading) {
    Trials.forAll(
        draw -> {
          var bytes = whole.clone();
          for (int flips = draw.between(1, 4); flips > 0; flips--) {
            bytes[draw.between(0, bytes.length - 1)] ^= (byte) (1 << draw.between(0, 7));
          }
          try {
            reading.accept(file("spoilt.zip", bytes));
          } catch (DataException e) {
            assertThat(e.getMessage()).contains("spoilt.zip").doesNotContain("Exception");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Test
  void a_spoilt_file_is_one_sentence_or_read() throws IOException {
    var labels = file("labels", new byte[] {0, 0, 8, 1, 0, 0, 0, 1, 0});
    spoil(zip(100), path -> Corpus.at(path, LIMIT));
    spoil(Files.readAllBytes(packed("i", head(1, 2, 2), 4)), path -> IdxImages.read(path, labels));
    spoil("1,2,0\n3,4,1\n".getBytes(UTF_8), path -> Table.read(path, TableReading.USUAL));
  }
}
