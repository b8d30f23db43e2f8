package io.weft.job;

import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The entry of one job in a {@link JobRegistry}, by its launcher, line by line, so that it is right
 * at every moment. It goes with the launcher unless it is kept.
 */
public final class JobEntry implements AutoCloseable {
  private final String name;
  private final String mark;
  private final Optional<Path> file;
  private final Consumer<String> complaint;
  private boolean kept;

  /**
   * @param complaint told in a sentence if a line cannot be written
   */
  JobEntry(String name, String mark, Optional<Path> file, Consumer<String> complaint) {
    this.name = name;
    this.mark = mark;
    this.file = file;
    this.complaint = complaint;
  }

  /** Of a job that is listed nowhere. */
  public static JobEntry none() {
    return new JobEntry("", JobMark.random(), Optional.empty(), _ -> {});
  }

  public String name() {
    return name;
  }

  /** What the processes of the job are to have in their environment. */
  public String mark() {
    return mark;
  }

  /** The next rank was started. */
  public void started(ProcessHandle rank) {
    var key = ProcessKey.of(rank); // one that has ended already needs no line
    if (file.isPresent() && key.isPresent()) {
      try {
        Files.writeString(file.get(), JobLines.rank(key.get()), StandardOpenOption.APPEND);
      } catch (IOException e) {
        complaint.accept("weft ps may not show all ranks of this job: " + FileTrouble.reason(e));
      }
    }
  }

  /** The entry stays when this process ends. */
  public void keep() {
    kept = true;
  }

  @Override
  public void close() {
    if (file.isPresent() && !kept) {
      try {
        Files.deleteIfExists(file.get());
      } catch (IOException e) {
        complaint.accept(
            "delete %s, which says that a job runs: %s"
                .formatted(file.get(), FileTrouble.reason(e)));
      }
    }
  }
}
