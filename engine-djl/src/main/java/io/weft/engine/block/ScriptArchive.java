package io.weft.engine.block;

import static java.nio.charset.StandardCharsets.UTF_8;

import ai.djl.pytorch.jni.JniUtils;
import io.weft.file.BoundedArchive;
import io.weft.file.HeapRoom;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
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

  /** What values are kept in, below the folder that all is in. */
  private static final Pattern VALUES = Pattern.compile("[^/]+(/data\\.pkl|/data/.*|/byteorder)");

  /** How often it is in memory while it is read: a buffer that grows, and what it becomes. */
  private static final int COPIES = 4;

  private final byte[] bytes;

  /** Code as it was, by the name of the entry. */
  private final Map<String, byte[]> code;

  private ScriptArchive(byte[] bytes, Map<String, byte[]> code) {
    this.bytes = bytes;
    this.code = code;
  }

  static ScriptArchive read(Path file) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var code = new HashMap<String, byte[]>();
    try (var source = BoundedArchive.open(file);
        var target = new ZipOutputStream(bytes)) {
      long room = HeapRoom.bytes() / COPIES;
      for (var entries = source.entries().asIterator(); entries.hasNext(); ) {
        var entry = entries.next();
        var content = source.read(entry, room);
        room -= content.length;
        if (entry.getName().contains("/code/") && entry.getName().endsWith(".py")) {
          code.put(entry.getName(), content);
          content = withoutBuffers(content);
        }
        add(target, entry.getName(), content);
      }
    }
    return new ScriptArchive(bytes.toByteArray(), code);
  }

  /** The file as it was read, but with the values of a module that was loaded from this. */
  byte[] with(ScriptModule module) throws IOException {
    var written = new ByteArrayOutputStream();
    JniUtils.writeModule(module.block(), written, false);
    var whole = new ByteArrayOutputStream();
    try (var target = new ZipOutputStream(whole)) {
      var folder = addCode(target);
      onFile(
          written.toByteArray(),
          file -> {
            addValues(file, folder, target);
            return file;
          });
    }
    return whole.toByteArray();
  }

  /** Returns the folder that all is in. */
  private String addCode(ZipOutputStream target) throws IOException {
    var folder = "";
    try (var source = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (var entry = source.getNextEntry(); entry != null; entry = source.getNextEntry()) {
        var name = entry.getName();
        var value = VALUES.matcher(name);
        if (value.matches()) {
          folder = name.substring(0, value.start(1));
        } else {
          var was = code.get(name);
          add(target, name, was == null ? source.readAllBytes() : was);
        }
      }
    }
    return folder;
  }

  private static void addValues(Path file, String folder, ZipOutputStream target)
      throws IOException {
    try (var source = BoundedArchive.open(file)) {
      for (var entries = source.entries().asIterator(); entries.hasNext(); ) {
        var entry = entries.next();
        var value = VALUES.matcher(entry.getName());
        if (value.matches()) {
          add(target, folder + value.group(1), source.read(entry, Integer.MAX_VALUE));
        }
      }
    }
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

  /** What is done with a file. */
  @FunctionalInterface
  interface Use<T> {
    T of(Path file) throws IOException;
  }

  /** Does something with it as a file, which is deleted afterwards. */
  <T> T onFile(Use<T> use) throws IOException {
    return onFile(bytes, use);
  }

  static <T> T onFile(byte[] bytes, Use<T> use) throws IOException {
    var file = Files.createTempFile("weft-", ".pt");
    try {
      Files.write(file, bytes);
      return use.of(file);
    } finally {
      Files.delete(file);
    }
  }
}
