package io.weft.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A process of this machine that cannot be taken for a later one with the same number.
 *
 * @param start when it was started: on Linux in ticks since the system was, which no clock that is
 *     set changes; elsewhere in milliseconds since 1970
 */
public record ProcessKey(long pid, long start) {
  private static final Path PROC = Path.of("/proc");
  private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,17}):(\\d{1,18})");

  /** Fields of {@code /proc/PID/stat} behind the name, which ends with the last bracket. */
  private static final int STATE = 0;

  private static final int START_TICKS = 19;

  /** What a look at a process has shown. */
  public enum Sight {
    LIVES,
    GONE,
    /** Nothing: say too many files are open. */
    UNSEEN
  }

  /** Empty if it has ended. */
  public static Optional<ProcessKey> of(ProcessHandle process) {
    var start = start(process);
    return start.isPresent()
        ? Optional.of(new ProcessKey(process.pid(), start.getAsLong()))
        : Optional.empty();
  }

  /** Of this process. */
  public static ProcessKey current() {
    return of(ProcessHandle.current())
        .orElseThrow(() -> new AssertionError("this process lives, and cannot be found"));
  }

  /** Reads what {@link #toString} wrote. */
  public static Optional<ProcessKey> parse(String text) {
    var found = TEXT.matcher(text);
    return found.matches()
        ? Optional.of(
            new ProcessKey(Long.parseLong(found.group(1)), Long.parseLong(found.group(2))))
        : Optional.empty();
  }

  /** The process, if it lives; one that has ended and that nobody has asked how, does not. */
  public Optional<ProcessHandle> find() {
    return ProcessHandle.of(pid).filter(process -> start(process).equals(OptionalLong.of(start)));
  }

  public boolean lives() {
    return find().isPresent();
  }

  /** Looks at it, and does not take what cannot be read for a process that has ended. */
  public Sight sight() {
    if (Files.isDirectory(PROC.resolve("self"))) {
      return sight(PROC);
    }
    return lives() ? Sight.LIVES : Sight.GONE;
  }

  Sight sight(Path proc) {
    try {
      return start(proc, pid).equals(OptionalLong.of(start)) ? Sight.LIVES : Sight.GONE;
    } catch (NoSuchFileException e) {
      return Sight.GONE;
    } catch (IOException e) {
      return Sight.UNSEEN; // the next look will tell
    }
  }

  private static OptionalLong start(ProcessHandle process) {
    if (!Files.isDirectory(PROC.resolve("self"))) {
      return process
          .info()
          .startInstant()
          .filter(_ -> process.isAlive())
          .map(instant -> OptionalLong.of(instant.toEpochMilli()))
          .orElse(OptionalLong.empty());
    }
    try {
      return start(PROC, process.pid());
    } catch (IOException e) {
      return OptionalLong.empty(); // there is no such process
    }
  }

  private static OptionalLong start(Path proc, long pid) throws IOException {
    var file = proc.resolve(Long.toString(pid)).resolve("stat");
    return ticks(Files.readString(file, StandardCharsets.ISO_8859_1));
  }

  /** Empty for a process that has ended. */
  static OptionalLong ticks(String stat) {
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
    return ended ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[START_TICKS]));
  }

  /** As it stands in an environment or a file. */
  @Override
  public String toString() {
    return pid + ":" + start;
  }
}
