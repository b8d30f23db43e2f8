package io.weft.launch;

import io.weft.progress.RunProgress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One rank: its process, its log, and the two threads that carry its output there. */
final class RankProcess {
  private final int rank;
  private final Process process;
  private final RankLog log;
  private final RankListener listener;
  private final List<Thread> readers = new ArrayList<>();

  RankProcess(int rank, Process process, RankLog log, RankListener listener) {
    this.rank = rank;
    this.process = process;
    this.log = log;
    this.listener = listener;
    readers.add(reader(RankStream.OUT, process.getInputStream()));
    readers.add(reader(RankStream.ERR, process.getErrorStream()));
  }

  int rank() {
    return rank;
  }

  Process process() {
    return process;
  }

  /** Whether a signal has stopped it, or a process that it has started and waits for. */
  boolean isFrozen() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .anyMatch(JobProcesses::isFrozen);
  }

  List<String> lastLines() {
    return log.lastLines();
  }

  /** Threads of the system: a thread that waits for a pipe would hold a carrier anyway. */
  private Thread reader(RankStream stream, InputStream input) {
    return Thread.ofPlatform()
        .daemon()
        .name("rank-%d/%s".formatted(rank, stream))
        .start(() -> carry(stream, input));
  }

  private void carry(RankStream stream, InputStream input) {
    var lines = new LineReader(input);
    try {
      for (byte[] line = lines.read(); line != null; line = lines.read()) {
        var text = new String(line, StandardCharsets.UTF_8);
        if (RunProgress.is(text)) {
          listener.line(rank, stream, text); // and out of date in a second
        } else if (!Noise.is(stream, text)) {
          listener.line(rank, stream, log.add(line));
          log.complaint().ifPresent(this::warn);
        }
      }
    } catch (IOException e) {
      // The pipe broke: say so where the rank's own lines would have come.
      listener.line(rank, RankStream.ERR, "weft: its output is lost: " + e.getMessage());
      drain(input);
    }
  }

  private void warn(String why) {
    listener.line(rank, RankStream.ERR, "weft: warning: its log lacks lines: " + why);
  }

  /** Goes on reading, so that the rank does not stop at a full pipe. */
  private static void drain(InputStream input) {
    try (input) {
      input.skip(Long.MAX_VALUE);
    } catch (IOException e) {
      // The pipe itself broke, so there is nothing to read; what was lost has been said.
    }
  }

  /** Waits for the last lines of a rank that has ended, but not for whoever else holds its pipe. */
  void close(Duration limit) {
    try {
      for (Thread reader : readers) {
        reader.join(limit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      log.close();
    } catch (UncheckedIOException e) {
      listener.line(rank, RankStream.ERR, "weft: its log is incomplete: " + e.getMessage());
    }
  }
}
