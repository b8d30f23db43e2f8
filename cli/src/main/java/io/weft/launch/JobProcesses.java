package io.weft.launch;

import io.weft.job.JobMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who belongs to a job: the ranks, their descendants, and on Linux every process whose environment
 * holds the mark of the job, so that a child whose parent has gone is found too.
 *
 * <p>Once seen is never forgotten: a descendant stays known after its parent ended.
 */
final class JobProcesses {
  private static final Path PROC = Path.of("/proc");

  private final byte[] mark;
  private final Set<ProcessHandle> known = new LinkedHashSet<>();

  JobProcesses(String mark) {
    this.mark = (JobMark.VARIABLE + "=" + mark).getBytes(StandardCharsets.UTF_8);
  }

  synchronized void add(ProcessHandle rank) {
    known.add(rank);
  }

  /** All that live now, but for this process, which cannot end itself. */
  synchronized List<ProcessHandle> living() {
    new ArrayList<>(known).forEach(process -> process.descendants().forEach(known::add));
    if (Files.isDirectory(PROC.resolve("self"))) {
      ProcessHandle.allProcesses().filter(this::isMarked).forEach(known::add);
    }
    known.remove(ProcessHandle.current());
    known.removeIf(process -> !process.isAlive() || isZombie(process));
    return List.copyOf(known);
  }

  private boolean isMarked(ProcessHandle process) {
    try {
      var environment = Files.readAllBytes(file(process, "environ"));
      var marked = new String(mark, StandardCharsets.ISO_8859_1);
      return Stream.of(new String(environment, StandardCharsets.ISO_8859_1).split("\0"))
          .anyMatch(marked::equals);
    } catch (IOException e) {
      return false; // it ended while we looked, or is another user's
    }
  }

  /** Has ended, and its parent has not asked how; in a container that may last for ever. */
  private static boolean isZombie(ProcessHandle process) {
    return isInState(process, "Z");
  }

  /** Whether a signal such as SIGSTOP has stopped it, so that it hears none but SIGKILL. */
  static boolean isFrozen(ProcessHandle process) {
    return isInState(process, "T");
  }

  private static boolean isInState(ProcessHandle process, String letter) {
    try {
      String stat = Files.readString(file(process, "stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith(letter, stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false; // no such folder on this system, or it ended while we looked
    }
  }

  private static Path file(ProcessHandle process, String name) {
    return PROC.resolve(Long.toString(process.pid())).resolve(name);
  }
}
