package io.weft.recorder;

import io.weft.network.Ticket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The last operations of one rank. The first failure writes them to a file, where a folder was
 * given. For all threads, which never wait for each other.
 */
public final class Recorder {
  /** Some minutes of a large training job, and less than a megabyte as a file. */
  public static final int CAPACITY = 2_000;

  private final int rank;
  private final int ranks;
  private final Optional<Path> folder;
  private final Instant started = Instant.now();
  private final long startNanos = System.nanoTime();
  private final AtomicReferenceArray<Entry> entries = new AtomicReferenceArray<>(CAPACITY);
  private final AtomicLong entered = new AtomicLong();
  private final AtomicBoolean written = new AtomicBoolean();

  /**
   * An empty recorder.
   *
   * @param ranks how many ranks there are
   * @param folder where a file is written when something fails; none without it
   */
  public Recorder(int rank, int ranks, Optional<Path> folder) {
    this.rank = rank;
    this.ranks = ranks;
    this.folder = folder;
  }

  /** Notes that an operation begins, and when; the oldest one is forgotten. */
  public Entry begin(Ticket ticket) {
    var entry = enter(ticket);
    begun(entry);
    return entry;
  }

  /**
   * Likewise, and leaves it to {@link #begun} to read the clock, at a moment that costs nothing.
   */
  public Entry enter(Ticket ticket) {
    var entry = new Entry(ticket); // whose ticket is final, so that it needs no fence
    entries.setOpaque((int) (entered.getAndIncrement() % CAPACITY), entry);
    return entry;
  }

  public void begun(Entry entry) {
    entry.begin(nanos());
  }

  /** Notes that an operation ended well, and when. */
  public void done(Entry entry) {
    entry.end(Entry.Ending.DONE, nanos());
  }

  /** Likewise, but not when: for operations that take little longer than to read a clock. */
  public void doneAtOnce(Entry entry) {
    entry.end(Entry.Ending.DONE, Entry.UNKNOWN);
  }

  /** Notes that an operation failed; the first failure writes the file. */
  public void failed(Entry entry, Throwable failure) {
    entry.end(Entry.Ending.FAILED, nanos());
    if (folder.isPresent() && written.compareAndSet(false, true)) {
      try {
        RecordingFile.write(folder.get(), rank, lines(failure));
      } catch (IOException | RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }

  private long nanos() {
    return System.nanoTime() - startNanos;
  }

  private List<String> lines(Throwable failure) {
    var lines = new ArrayList<String>();
    lines.add(RecordingFile.header(rank, ranks, started, failure));
    long end = entered.get();
    for (long index = Math.max(0, end - CAPACITY); index < end; index++) {
      var entry = entries.getAcquire((int) (index % CAPACITY));
      if (entry != null) {
        lines.add(entry.json());
      }
    }
    return lines;
  }
}
