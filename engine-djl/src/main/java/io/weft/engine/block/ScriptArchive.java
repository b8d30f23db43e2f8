package io.weft.engine.block;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weft.file.BoundedArchive;
import io.weft.file.HeapRoom;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A TorchScript file in memory, whose classes list their buffers as parameters: DJL shows only
 * parameters of a module, and the statistics of batch norm are buffers.
 *
 * <p>The file is a ZIP archive of the code, where each class begins with both lists, and of data.
 */
public final class ScriptArchive {
  private static final Pattern LISTS =
      Pattern.compile(
          "__parameters__ = \\[(?<parameters>[^]]*)]\n"
              + "(?<indent> *)__buffers__ = \\[(?<buffers>[^]]*)]");

  /** How often it is in memory while it is read: a buffer that grows, and what it becomes. */
  private static final int COPIES = 4;

  private final byte[] bytes;

  private ScriptArchive(byte[] bytes) {
    this.bytes = bytes;
  }

  static ScriptArchive read(Path file) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var source = BoundedArchive.open(file);
        var target = new ZipOutputStream(bytes)) {
      long room = HeapRoom.bytes() / COPIES;
      for (var entries = source.entries().asIterator(); entries.hasNext(); ) {
        var entry = entries.next();
        var content = source.read(entry, room);
        room -= content.length;
        boolean code = entry.getName().contains("/code/") && entry.getName().endsWith(".py");
        add(target, entry.getName(), code ? withoutBuffers(content) : content);
      }
    }
    return new ScriptArchive(bytes.toByteArray());
  }

  private static byte[] withoutBuffers(byte[] code) {
    var lists = LISTS.matcher(new String(code, UTF_8));
    return lists.replaceAll(found -> Matcher.quoteReplacement(joined(found))).getBytes(UTF_8);
  }

  private static String joined(MatchResult found) {
    return "__parameters__ = [%s%s]\n%s__buffers__ = []"
        .formatted(found.group("parameters"), found.group("buffers"), found.group("indent"));
  }

  /** Not compressed, as PyTorch stores data. */
  private static void add(ZipOutputStream target, String name, byte[] content) throws IOException {
    var entry = new ZipEntry(name);
    var checksum = new CRC32();
    checksum.update(content);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
    target.putNextEntry(entry);
    target.write(content);
    target.closeEntry();
  }

  /** Does something with it as a file, which is deleted afterwards. */
  <T> T onFile(Function<Path, T> use) throws IOException {
    var file = Files.createTempFile("weft-", ".pt");
    try {
      Files.write(file, bytes);
      return use.apply(file);
    } finally {
      Files.delete(file);
    }
  }
}
