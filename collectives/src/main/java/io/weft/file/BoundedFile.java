package io.weft.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Regular files of a limited size, read whole. What is refused is so in words for a user. */
public final class BoundedFile {
  /** Of what people write by hand, and of what is written in its form: a thousand pages. */
  public static final int WRITTEN_BYTES_MAX = 4 << 20;

  private BoundedFile() {}

  /**
   * What a file holds.
   *
   * @throws FileSystemException if it is no regular file, or has more bytes than that; its reason
   *     is a part of a sentence
   */
  public static byte[] bytes(Path file, int bytesMax) throws IOException {
    try (var stream = open(file)) {
      if (Files.size(file) > bytesMax) {
        throw tooLarge(file, bytesMax);
      }
      // Some files say that they have 0 bytes, and some grow: only what comes counts.
      var bytes = stream.readNBytes(bytesMax);
      if (stream.read() >= 0) {
        throw tooLarge(file, bytesMax);
      }
      return bytes;
    }
  }

  /** Its text in UTF-8; what is none is refused. */
  public static String text(Path file, int bytesMax) throws IOException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes(file, bytesMax)))
          .toString();
    } catch (CharacterCodingException e) {
      throw refused(file, "it is not text in UTF-8");
    }
  }

  /** The lines of its text, without what ends them. */
  public static List<String> lines(Path file, int bytesMax) throws IOException {
    return text(file, bytesMax).lines().toList();
  }

  /**
   * The lines of what a user has written, or a program in the same form.
   *
   * @throws IllegalArgumentException in a sentence for the user, if it cannot be read
   */
  public static List<String> writtenLines(Path file) {
    return writtenText(file).lines().toList();
  }

  /** The same as one text. */
  public static String writtenText(Path file) {
    try {
      return text(file, WRITTEN_BYTES_MAX);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file, FileTrouble.reason(e)), e);
    }
  }

  /** An open file; a pipe or a device could make its reader wait for ever and is refused. */
  public static InputStream open(Path file) throws IOException {
    requireRegular(file);
    return Files.newInputStream(file);
  }

  /** Refuses what is there and is no regular file. */
  public static void requireRegular(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw refused(file, "it is a folder and not a file");
    }
    if (!attributes.isRegularFile()) {
      throw refused(file, "it is not a regular file");
    }
  }

  private static FileSystemException tooLarge(Path file, int bytesMax) {
    return refused(file, "it has more than %d bytes, which no such file needs".formatted(bytesMax));
  }

  private static FileSystemException refused(Path file, String why) {
    return new FileSystemException(file.toString(), null, why);
  }
}
