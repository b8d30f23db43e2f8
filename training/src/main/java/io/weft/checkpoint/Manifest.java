package io.weft.checkpoint;

import io.weft.data.Position;
import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a checkpoint must hold. It is the last file that is written, and carries a seal, so that no
 * bit of it changes without notice.
 *
 * @param files by their plain names, at least one
 */
record Manifest(Progress progress, Map<String, Entry> files) {
  static final String NAME = "manifest.json";
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final int PIECE_BYTES = 1 << 20;

  /** A few settings, which may name the columns of a wide table, and the names of a few files. */
  private static final int BYTES_MAX = 16 << 20;

  /**
   * A file that must be there.
   *
   * @param bytes how many it has
   */
  record Entry(long bytes, String sha256) {}

  Manifest {
    files = Map.copyOf(files);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("it names no file: a checkpoint has at least one");
    }
    files.keySet().forEach(Manifest::requirePlain);
  }

  /** A name that leads out of the folder, or to the manifest itself, is none. */
  static void requirePlain(String name) {
    if (!PLAIN.matcher(name).matches() || name.equals(NAME)) {
      throw new IllegalArgumentException(
          "'%s' is no name for a file of a checkpoint: letters, digits, '.', '_' and '-'"
              .formatted(name));
    }
  }

  /** Of files that are already there. */
  static Manifest of(Progress progress, Path folder, Iterable<String> files) throws IOException {
    var entries = new HashMap<String, Entry>();
    for (var name : files) {
      var file = folder.resolve(name);
      entries.put(name, new Entry(Files.size(file), hash(file)));
    }
    return new Manifest(progress, entries);
  }

  private static String hash(Path file) throws IOException {
    try (var stream = Files.newInputStream(file)) {
      var digest = MessageDigest.getInstance("SHA-256");
      var piece = new byte[PIECE_BYTES];
      for (int count = stream.read(piece); count >= 0; count = stream.read(piece)) {
        digest.update(piece, 0, count);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** Writes it and returns when it is on the disk. */
  void write(Path folder) throws IOException {
    Files.write(folder.resolve(NAME), Seal.put(json()));
    try (var channel = FileChannel.open(folder.resolve(NAME), StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private byte[] json() {
    var bytes = new ByteArrayOutputStream();
    try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      json.writeNumberProperty("step", progress.step());
      json.writeNumberProperty("seed", progress.seed());
      json.writeNumberProperty("epoch", progress.position().epoch());
      json.writeNumberProperty("epoch_step", progress.position().step());
      json.writeObjectPropertyStart("settings");
      progress.sortedSettings().forEach(json::writeStringProperty);
      json.writeEndObject();
      json.writeObjectPropertyStart("files");
      new TreeMap<>(files)
          .forEach(
              (name, entry) -> {
                json.writeObjectPropertyStart(name);
                json.writeNumberProperty("bytes", entry.bytes());
                json.writeStringProperty("sha256", entry.sha256());
                json.writeEndObject();
              });
      json.writeEndObject();
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /**
   * Reads it and every file that it names.
   *
   * @throws CheckpointException if one of them is missing or damaged
   */
  static Manifest verified(Path folder) {
    try {
      var manifest = read(folder.resolve(NAME));
      for (var file : manifest.files.entrySet()) {
        check(folder.resolve(file.getKey()), file.getValue());
      }
      return manifest;
    } catch (IOException e) {
      throw new CheckpointException(
          "%s cannot be read: %s".formatted(folder, FileTrouble.reason(e)), e);
    }
  }

  private static Manifest read(Path file) throws IOException {
    requireFile(file);
    var bytes = BoundedFile.bytes(file, BYTES_MAX);
    if (!Seal.fits(bytes)) {
      throw new CheckpointException(
          "%s is not what was written, or an older Weft without seals wrote it".formatted(file));
    }
    try {
      return of(Json.read(file.toString(), bytes));
    } catch (IllegalArgumentException e) {
      throw new CheckpointException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Manifest of(Json json) {
    var listed = json.object("files");
    var files = new HashMap<String, Entry>();
    for (var name : listed.fields().keySet()) {
      var entry = listed.object(name);
      files.put(name, new Entry(entry.number("bytes"), entry.text("sha256")));
    }
    var position = new Position(json.number("epoch"), json.number("epoch_step"));
    var settings = json.object("settings").texts();
    return new Manifest(
        new Progress(json.number("step"), json.number("seed"), position, settings), files);
  }

  private static void check(Path file, Entry entry) throws IOException {
    requireFile(file);
    if (Files.size(file) != entry.bytes()) {
      throw new CheckpointException(
          "%s has %d bytes and the manifest says %d"
              .formatted(file, Files.size(file), entry.bytes()));
    }
    if (!hash(file).equals(entry.sha256())) {
      throw new CheckpointException("%s is not what the manifest says".formatted(file));
    }
  }

  /** We write no links, and whoever reads a pipe may wait for ever. */
  private static void requireFile(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new CheckpointException("%s is missing, or is no regular file".formatted(file));
    }
  }
}
