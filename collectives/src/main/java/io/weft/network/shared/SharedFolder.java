package io.weft.network.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where the files are whose memory ranks share. */
public record SharedFolder(Path path) {
  /** The variable that names another folder than {@code /dev/shm}. */
  public static final String VARIABLE = "WEFT_SHM_DIR";

  public static SharedFolder of(Map<String, String> environment) {
    return new SharedFolder(Path.of(environment.getOrDefault(VARIABLE, "/dev/shm")));
  }

  /** A file of this process. */
  Path file(String rest) throws IOException {
    return path.resolve(ProcessMark.ofThis().name(rest));
  }

  /**
   * Makes a region in a file that says whose it is.
   *
   * @param name no other of this process has it
   */
  public Region create(String name, long byteCount, long nonce) throws IOException {
    requireFree(byteCount);
    return Region.create(file(name), byteCount, nonce);
  }

  /**
   * Checks that so much memory is left.
   *
   * @throws IOException saying how much is, if it is less
   */
  public void requireFree(long byteCount) throws IOException {
    long free = freeBytes();
    if (free < byteCount) {
      throw new IOException("%d bytes are free and %d are needed".formatted(free, byteCount));
    }
  }

  /** How much memory is left. */
  public long freeBytes() throws IOException {
    return Files.getFileStore(path).getUsableSpace();
  }

  /**
   * Maps a region that another process of this host has made.
   *
   * @throws IOException if it cannot be mapped, or its name is not that of one: a peer says it
   */
  public Region open(String fileName, long nonce) throws IOException {
    if (fileName.contains("/") || ProcessMark.in(fileName).isEmpty()) {
      throw new IOException("'%s' is no name of shared memory".formatted(fileName));
    }
    return Region.open(path.resolve(fileName), nonce);
  }
}
