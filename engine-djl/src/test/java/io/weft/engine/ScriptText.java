package io.weft.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes the archive of a TorchScript module of a text that has its entries one after the other. */
final class ScriptText {
  private static final String ENTRY = "\n== ";

  private ScriptText() {}

  /** Writes the archive of a resource beside this class. */
  static void pack(String resource, Path file) {
    try (var text = Objects.requireNonNull(ScriptText.class.getResourceAsStream(resource));
        var archive = new ZipOutputStream(Files.newOutputStream(file))) {
      var entries = new String(text.readAllBytes(), StandardCharsets.UTF_8).split(ENTRY);
      for (int at = 1; at < entries.length; at++) { // before the first stands a comment
        add(entries[at], archive);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An entry is its form and its name in a line, and then what it holds. */
  private static void add(String entry, ZipOutputStream archive) throws IOException {
    int end = entry.indexOf('\n');
    var head = entry.substring(0, end).split(" ");
    var body = entry.substring(end + 1);
    var bytes =
        head[0].equals("hex")
            ? HexFormat.of().parseHex(body.replace("\n", ""))
            : (body + "\n").getBytes(StandardCharsets.UTF_8);
    var stored = new ZipEntry("module/" + head[1]);
    stored.setMethod(ZipEntry.STORED); // as PyTorch wants what it maps into memory
    stored.setSize(bytes.length);
    var sum = new CRC32();
    sum.update(bytes);
    stored.setCrc(sum.getValue());
    archive.putNextEntry(stored);
    archive.write(bytes);
    archive.closeEntry();
  }
}
