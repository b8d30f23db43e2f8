package io.weft.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A zip file whose directory is not believed: what an entry holds is read as far as the directory
 * says and no further, and is refused if it is not that long.
 */
public final class BoundedArchive implements AutoCloseable {
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int COMMENT_BYTES_MAX = 0xffff;

  /** Where the end of a zip file says how long its directory is. */
  private static final int DIRECTORY_BYTES = 12;

  /** How many bytes of memory a byte of the directory may become. */
  private static final int DIRECTORY_OBJECTS = 4;

  private final Path path;
  private final ZipFile zip;

  private BoundedArchive(Path path, ZipFile zip) {
    this.path = path;
    this.zip = zip;
  }

  /** Opens one whose directory fits into memory, in which it is held. */
  public static BoundedArchive open(Path path) throws IOException {
    BoundedFile.requireRegular(path);
    long bytes = directoryBytes(path);
    if (bytes > HeapRoom.bytes() / DIRECTORY_OBJECTS) {
      throw new FileSystemException(
          path.toString(),
          null,
          "its directory has %d bytes, for which this process has no memory".formatted(bytes));
    }
    return new BoundedArchive(path, new ZipFile(path.toFile()));
  }

  /** The most that a reader may take for the length of the directory; 0 if there is none. */
  private static long directoryBytes(Path path) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      var tail =
          ByteBuffer.allocate((int) Math.min(size, END_BYTES + COMMENT_BYTES_MAX))
              .order(ByteOrder.LITTLE_ENDIAN);
      for (long from = size - tail.capacity(); tail.hasRemaining(); ) {
        if (channel.read(tail, from + tail.position()) < 0) {
          break; // it became shorter, as whoever opens it will see
        }
      }
      long most = 0;
      for (int at = 0; at + END_BYTES <= tail.capacity(); at++) {
        if (tail.getInt(at) == END_SIGNATURE) {
          long said = Integer.toUnsignedLong(tail.getInt(at + DIRECTORY_BYTES));
          most = Math.max(most, Math.min(said, size)); // those that say more stand for any length
        }
      }
      return most;
    }
  }

  /** In the order of the directory. */
  public Enumeration<? extends ZipEntry> entries() {
    return zip.entries();
  }

  /**
   * What an entry holds.
   *
   * @param bytesMax as much as the caller has room for
   * @throws FileSystemException if it is longer, or not as long as the directory says
   */
  public byte[] read(ZipEntry entry, long bytesMax) throws IOException {
    long size = entry.getSize();
    if (size < 0 || size > Math.min(bytesMax, Integer.MAX_VALUE - Long.BYTES)) {
      throw refused(entry, "has %d bytes, and %d are the most".formatted(size, bytesMax));
    }
    try (var stream = zip.getInputStream(entry)) {
      var bytes = stream.readNBytes((int) size);
      if (bytes.length < size || stream.read() >= 0) {
        throw refused(entry, "is not as long as its directory says, %d bytes".formatted(size));
      }
      return bytes;
    }
  }

  private FileSystemException refused(ZipEntry entry, String why) {
    return new FileSystemException(
        path.toString(), null, "'%s' in it %s".formatted(entry.getName(), why));
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
