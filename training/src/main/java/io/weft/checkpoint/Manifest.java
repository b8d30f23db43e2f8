package io.weft.checkpoint;

import io.weft.data.Position;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a checkpoint must hold. It is the last file that is written.
 *
 * @param hashes the SHA-256 of each file, by its name
 */
record Manifest(Progress progress, Map<String, String> hashes) {
  static final String NAME = "manifest.json";
  private static final int PIECE_BYTES = 1 << 20;

  Manifest {
    hashes = Map.copyOf(hashes);
  }

  /** Of files that are already there. */
  static Manifest of(Progress progress, Path folder, Iterable<String> files) throws IOException {
    var hashes = new HashMap<String, String>();
    for (var file : files) {
      hashes.put(file, hash(folder.resolve(file)));
    }
    return new Manifest(progress, hashes);
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
      json.writeObjectPropertyStart("sha256");
      new TreeMap<>(hashes).forEach(json::writeStringProperty);
      json.writeEndObject();
      json.writeEndObject();
    }
    Files.write(folder.resolve(NAME), bytes.toByteArray());
    try (var channel = FileChannel.open(folder.resolve(NAME), StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /**
   * Reads it and every file that it names.
   *
   * @throws CheckpointException if one of them is missing or damaged
   */
  static Manifest verified(Path folder) {
    var file = folder.resolve(NAME);
    try {
      var json = Json.read(file.toString(), Files.readAllBytes(file));
      var hashes = json.object("sha256").texts();
      for (var entry : hashes.entrySet()) {
        if (!hash(folder.resolve(entry.getKey())).equals(entry.getValue())) {
          throw new CheckpointException(
              "%s is not what the manifest says".formatted(folder.resolve(entry.getKey())));
        }
      }
      var position = new Position(json.number("epoch"), json.number("epoch_step"));
      var settings = json.object("settings").texts();
      var progress = new Progress(json.number("step"), json.number("seed"), position, settings);
      return new Manifest(progress, hashes);
    } catch (IOException | IllegalArgumentException e) {
      throw new CheckpointException("%s cannot be read: %s".formatted(folder, e), e);
    }
  }
}
