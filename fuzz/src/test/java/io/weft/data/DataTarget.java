package io.weft.data;

import io.weft.data.table.Table;
import io.weft.data.table.TableData;
import io.weft.data.table.TableReading;
import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Scratch;
import io.weft.fuzz.Target;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What may be given as data: images, tables, archives of sources, texts. */
public final class DataTarget implements Target {
  private static final int TEXT_BYTES_MOST = 1 << 20;

  /** Of two images of two by three. */
  private static final byte[] LABELS = {0, 0, 8, 1, 0, 0, 0, 2, 3, 9};

  private static byte[] images() {
    var images = ByteBuffer.allocate(16 + 12);
    images.putInt(0x0803).putInt(2).putInt(2).putInt(3);
    return images.array();
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    return List.of(
        Input.of(0, images()),
        Input.of(0, packed(images())),
        Input.of(1, LABELS),
        Input.of(2, "height,width,class\n1.5,2,0\n-1e3,.25,1\n1,,0\n\"1\",2,1\n"),
        Input.of(3, archive()),
        Input.of(4, "class A {}"));
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var stream = new GZIPOutputStream(packed)) {
      stream.write(bytes);
    }
    return packed.toByteArray();
  }

  private static byte[] archive() throws IOException {
    var archive = new ByteArrayOutputStream();
    try (var stream = new ZipOutputStream(archive)) {
      for (var name : List.of("a/A.java", "a/b.txt", "B.java")) {
        stream.putNextEntry(new ZipEntry(name));
        stream.write(("class of " + name).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        stream.closeEntry();
      }
    }
    return archive.toByteArray();
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    int which = input.below(5);
    Refusal.only(() -> read(which, input.rest()), DataException.class);
  }

  private static void read(int which, byte[] bytes) throws IOException {
    switch (which) {
      case 0 -> look(images(bytes, LABELS));
      case 1 -> look(images(images(), bytes));
      case 2 -> look(table(Scratch.file("table.csv", bytes)));
      case 3 -> Corpus.at(Scratch.file("sources.zip", bytes), TEXT_BYTES_MOST);
      default -> Corpus.at(Scratch.file("text", bytes), TEXT_BYTES_MOST);
    }
  }

  private static TableData table(Path file) {
    return TableData.learning(Table.read(file, TableReading.USUAL), Optional.empty(), _ -> true);
  }

  private static IdxImages images(byte[] images, byte[] labels) throws IOException {
    return IdxImages.read(Scratch.file("images", images), Scratch.file("labels", labels));
  }

  /** Takes what there is, unless it is large. */
  private static void look(Dataset data) {
    if (data.shape().byteCount() < TEXT_BYTES_MOST) {
      try (var arena = java.lang.foreign.Arena.ofConfined()) {
        var memory = new BatchMemory(data, 1, arena);
        memory.fill(0);
        memory.fill(data.samples() - 1);
      }
    }
  }
}
