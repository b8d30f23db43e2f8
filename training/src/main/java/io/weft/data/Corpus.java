package io.weft.data;

import io.weft.file.BoundedArchive;
import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Text as bytes: Java sources, one after the other, as many as fit whole into a limit. The order is
 * that of the archive, or of the paths in a folder, so that all ranks read the same.
 */
public final class Corpus {
  private static final String SUFFIX = ".java";

  /** Where a file that is no text shows it. */
  private static final int LOOK_BYTES = 8192;

  /** Two of them, or one. */
  private static final Pattern PLAIN_WORDS = Pattern.compile("[A-Za-z]{1,20}( [A-Za-z]{1,20})?");

  private final byte[] bytes;

  private Corpus(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Any text, which is copied. */
  public static Corpus of(byte[] bytes) {
    return new Corpus(bytes.clone());
  }

  /** The sources that came with a JDK, else the sources below a folder. */
  public static Corpus of(Path javaHome, Path otherwise, int bytesMax) {
    var archive = javaHome.resolve("lib").resolve("src.zip");
    if (Files.isRegularFile(archive)) {
      return ofArchive(archive, bytesMax);
    }
    if (!Files.isDirectory(otherwise)) {
      throw new DataException(
          "no text to learn from: neither %s nor the folder %s is there; install a JDK with its"
                  .formatted(archive, otherwise)
              + " sources, or name a folder of Java sources");
    }
    return ofFolder(otherwise, bytesMax);
  }

  /**
   * What a path says: the text of a file, up to the limit; the sources in a zip file; or the texts
   * below a folder, which are its files without a byte 0.
   */
  public static Corpus at(Path path, int bytesMax) {
    if (Files.isDirectory(path)) {
      return ofFolder(path, Corpus::isText, bytesMax);
    }
    if (path.toString().endsWith(".zip")) {
      return ofArchive(path, bytesMax);
    }
    try (var stream = BoundedFile.open(path)) {
      var text = new ByteArrayOutputStream();
      text.writeBytes(stream.readNBytes(bytesMax));
      return some(text, path);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** The sources in a zip file. */
  public static Corpus ofArchive(Path archive, int bytesMax) {
    try (var zip = BoundedArchive.open(archive)) {
      var text = new ByteArrayOutputStream();
      for (var entries = zip.entries().asIterator(); entries.hasNext(); ) {
        var entry = entries.next();
        if (isSource(entry.getName())) {
          int left = bytesMax - text.size();
          if (entry.getSize() > left) {
            break;
          }
          text.writeBytes(zip.read(entry, left));
        }
      }
      return some(text, archive);
    } catch (IOException e) {
      throw unreadable(archive, e);
    }
  }

  /** The sources below a folder. */
  public static Corpus ofFolder(Path folder, int bytesMax) {
    return ofFolder(folder, file -> isSource(file.toString()), bytesMax);
  }

  private static Corpus ofFolder(Path folder, Predicate<Path> taken, int bytesMax) {
    try {
      var text = new ByteArrayOutputStream();
      for (var file : filesBelow(folder, taken)) {
        int left = bytesMax - text.size();
        if (Files.size(file) > left) {
          break;
        }
        text.writeBytes(BoundedFile.bytes(file, left));
      }
      return some(text, folder);
    } catch (UncheckedIOException e) {
      throw unreadable(folder, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static List<Path> filesBelow(Path folder, Predicate<Path> taken) throws IOException {
    try (var found = Files.walk(folder)) {
      return found
          .filter(file -> Files.isRegularFile(file) && taken.test(file))
          .sorted(Comparator.comparing(file -> folder.relativize(file).toString()))
          .toList();
    }
  }

  /** As far as its beginning tells. */
  private static boolean isText(Path file) {
    try (var stream = Files.newInputStream(file)) {
      for (byte found : stream.readNBytes(LOOK_BYTES)) {
        if (found == 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSource(String name) {
    return name.endsWith(SUFFIX);
  }

  private static Corpus some(ByteArrayOutputStream text, Path from) {
    if (text.size() == 0) {
      throw new DataException(
          "%s has no text within the limit: name a file, a folder or a JDK that has some"
              .formatted(from));
    }
    return new Corpus(text.toByteArray());
  }

  private static DataException unreadable(Path from, IOException cause) {
    return new DataException(
        "%s cannot be read: %s".formatted(from, FileTrouble.reason(cause)), cause);
  }

  /** How many bytes it has. */
  public int length() {
    return bytes.length;
  }

  /** A few words with which it begins, as far as they are plain letters. */
  public String beginning() {
    var start = new String(bytes, 0, Math.min(bytes.length, LOOK_BYTES), StandardCharsets.US_ASCII);
    var words = PLAIN_WORDS.matcher(start);
    return words.find() ? words.group() + " " : "";
  }

  int byteAt(int index) {
    return Byte.toUnsignedInt(bytes[index]);
  }
}
