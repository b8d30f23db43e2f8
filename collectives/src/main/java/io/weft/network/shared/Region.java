package io.weft.network.shared;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that several processes have mapped. Its first page says whose it is and how many have
 * mapped it. The mapping lasts as long as anything refers to its memory.
 */
public final class Region {
  private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();
  private static final long NONCE = 0;
  private static final long MAPPED = 64;
  private static final long HEAD_BYTES = 4096;
  private static final int BLOCK_BYTES = 1 << 20;

  private final Path file;
  private final MemorySegment whole;

  private Region(Path file, MemorySegment whole) {
    this.file = file;
    this.whole = whole;
  }

  /**
   * Makes a file and reserves its memory.
   *
   * @param nonce what those who open it must know
   * @throws IOException if there is not enough memory, or the folder cannot be written; nothing is
   *     left behind
   */
  public static Region create(Path file, long byteCount, long nonce) throws IOException {
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (var channel = FileChannel.open(file, options, ownerOnly)) {
      reserve(channel, HEAD_BYTES + byteCount);
      var region = new Region(file, map(channel));
      region.whole.set(ValueLayout.JAVA_LONG, NONCE, nonce);
      VarHandle.fullFence();
      return region;
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /** Setting its length would reserve nothing. */
  private static void reserve(FileChannel channel, long byteCount) throws IOException {
    var zeros = ByteBuffer.allocateDirect((int) Math.min(byteCount, BLOCK_BYTES));
    for (long left = byteCount; left > 0; ) {
      zeros.clear().limit((int) Math.min(left, zeros.capacity()));
      left -= channel.write(zeros);
    }
  }

  /**
   * Maps what another process has made.
   *
   * @throws IOException if it is not there, or is not what it should be
   */
  public static Region open(Path file, long nonce) throws IOException {
    var options =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try (var channel = FileChannel.open(file, options)) {
      if (channel.size() < HEAD_BYTES) {
        throw new IOException("%s is too short".formatted(file));
      }
      var region = new Region(file, map(channel));
      if (region.whole.get(ValueLayout.JAVA_LONG, NONCE) != nonce) {
        throw new IOException("%s belongs to another job".formatted(file));
      }
      var _ = (long) COUNT.getAndAdd(region.whole, MAPPED, 1L);
      return region;
    }
  }

  private static MemorySegment map(FileChannel channel) throws IOException {
    return channel.map(MapMode.READ_WRITE, 0, channel.size(), Arena.ofAuto());
  }

  /** What its file is called, as long as it has a name. */
  public String name() {
    return file.getFileName().toString();
  }

  /** What the processes share. */
  public MemorySegment memory() {
    return whole.asSlice(HEAD_BYTES);
  }

  /** How many others have mapped it. */
  public long openedBy() {
    return (long) COUNT.getVolatile(whole, MAPPED);
  }

  /** Takes its name away; who has mapped it keeps it. */
  public void unlink() throws IOException {
    Files.deleteIfExists(file);
  }
}
