package io.weft.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two runs from writing to one folder. The system frees it when the process ends, however
 * that is. Where it knows no such locks, as some shared file systems do, nothing is kept.
 */
public final class RunLock implements AutoCloseable {
  /** Beside all else of a run. */
  static final String FILE = ".lock";

  /** Who writes to a folder; each has a byte of the file. */
  private enum Holder {
    RANK(0),
    LAUNCHER(1);

    /** Of its byte in the file. */
    private final long place;

    Holder(long place) {
      this.place = place;
    }
  }

  private final Optional<FileChannel> channel;

  private RunLock(Optional<FileChannel> channel) {
    this.channel = channel;
  }

  /**
   * For rank 0, as long as it trains.
   *
   * @throws IllegalArgumentException if another run writes to it
   */
  public static RunLock ofRank(Optional<RunFolder> folder) {
    return of(folder, Holder.RANK);
  }

  /** For who starts ranks, and writes their logs; none of them may run yet. */
  public static RunLock ofLauncher(Optional<RunFolder> folder) {
    of(folder, Holder.RANK).close(); // before the next: who closes a file loses all locks on it
    return of(folder, Holder.LAUNCHER);
  }

  private static RunLock of(Optional<RunFolder> folder, Holder holder) {
    if (folder.isEmpty()) {
      return new RunLock(Optional.empty());
    }
    var run = folder.get();
    try {
      return new RunLock(Optional.of(locked(run, holder)));
    } catch (IOException e) {
      return new RunLock(Optional.empty()); // Whoever cannot lock may still train.
    }
  }

  private static FileChannel locked(RunFolder run, Holder holder) throws IOException {
    var file = run.path().resolve(FILE);
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (lock(channel, holder) != null) {
        return channel;
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new IllegalArgumentException(
        "%s is written by another run: wait until it has ended, end it, or name another --run-dir"
            .formatted(run.path()));
  }

  private static @Nullable FileLock lock(FileChannel channel, Holder holder) throws IOException {
    try {
      return channel.tryLock(holder.place, 1, false);
    } catch (OverlappingFileLockException e) {
      return null; // This process has it: ranks may be its threads.
    }
  }

  @Override
  public void close() {
    try {
      if (channel.isPresent()) {
        channel.get().close();
      }
    } catch (IOException e) {
      // The system frees it with the process, at the latest.
    }
  }
}
