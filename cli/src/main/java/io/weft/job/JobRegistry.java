package io.weft.job;

import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The jobs that a user has started, one small file each, in a folder that other machines may share.
 */
public final class JobRegistry {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
  private static final String ENDING = ".jsonl";

  /** Jobs started in the same second, beyond which something is wrong. */
  private static final int SAME_SECOND_MOST = 1000;

  /** How long a launcher may take to write into a file that it has made; it takes a moment. */
  private static final Duration EMPTY_MOST = Duration.ofHours(1);

  private final Path folder;
  private final String machine;
  private final String host;

  /**
   * @param machine this one, since it was started last
   * @param host this one, however often it is started; empty if that is not known
   */
  JobRegistry(Path folder, String machine, String host) {
    this.folder = folder;
    this.machine = machine;
    this.host = host;
  }

  /** That of this user, where the convention of XDG has what programs remember. */
  public static JobRegistry ofUser(Map<String, String> environment) {
    var state = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
    var base =
        state.isAbsolute() // others are to be ignored
            ? state
            : Path.of(System.getProperty("user.home"), ".local", "state");
    var jobs = base.resolve("weft").resolve("jobs");
    return new JobRegistry(jobs, ThisMachine.name(), ThisMachine.host());
  }

  /**
   * Enters a job of this process, or says why that cannot be done: it is no reason not to run it.
   *
   * @param command what its user has asked for, in a word or two
   * @param complaint told in sentences what cannot be written
   */
  public JobEntry enter(
      String command, int ranks, Path logs, boolean detached, Consumer<String> complaint) {
    var now = Instant.now();
    var job =
        new Job(
            TIME.format(now.atZone(ZoneId.systemDefault())) + "-" + command.split(" ", -1)[0],
            command,
            ranks,
            logs.toAbsolutePath().normalize(),
            detached,
            JobMark.random(),
            now,
            ProcessKey.current(),
            List.of());
    try {
      return enter(job, complaint);
    } catch (IOException e) {
      complaint.accept("weft ps will not show this job: " + FileTrouble.reason(e));
      return JobEntry.none();
    }
  }

  JobEntry enter(Job job, Consumer<String> complaint) throws IOException {
    Files.createDirectories(folder);
    for (int attempt = 1; attempt <= SAME_SECOND_MOST; attempt++) {
      var name = attempt == 1 ? job.name() : job.name() + "-" + attempt;
      var file = folder.resolve(name + ENDING);
      var named =
          new Job(
              name,
              job.command(),
              job.ranks(),
              job.folder(),
              job.detached(),
              job.mark(),
              job.started(),
              job.launcher(),
              List.of());
      try {
        Files.writeString(file, JobLines.head(named, machine, host), StandardOpenOption.CREATE_NEW);
        return new JobEntry(name, job.mark(), Optional.of(file), complaint);
      } catch (FileAlreadyExistsException taken) {
        // Another job of the same second has it: the next name.
      }
    }
    throw new IOException("%s has %d jobs %s".formatted(folder, SAME_SECOND_MOST, job.name()));
  }

  /** Those of this machine, in the order of their start, whether they still run or not. */
  public List<Job> jobs() throws IOException {
    var jobs = new ArrayList<Job>();
    for (Path file : files()) {
      read(file).ifPresent(jobs::add);
    }
    jobs.sort(Comparator.comparing(Job::started).thenComparing(Job::name));
    return jobs;
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.filter(it -> it.toString().endsWith(ENDING)).toList();
    }
  }

  /**
   * Deletes what can be no job any more: files of this host from before it was started last, and
   * files into which nothing was written in time.
   */
  public void tidy(Instant now) throws IOException {
    for (Path file : files()) {
      if (isOver(file, now)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private boolean isOver(Path file, Instant now) throws IOException {
    try {
      var lines = Files.readAllLines(file);
      if (lines.isEmpty()) {
        return Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(EMPTY_MOST));
      }
      return !host.isEmpty()
          && JobLines.host(lines).equals(host)
          && !start(JobLines.machine(lines)).equals(start(machine));
    } catch (NoSuchFileException | CharacterCodingException | IllegalArgumentException e) {
      return false; // it has ended while we looked, or is none of ours
    }
  }

  /** The start of a machine, without the part of it in which processes have their numbers. */
  private static String start(String machine) {
    return machine.split(" ", -1)[0];
  }

  /** Empty for a job of another machine, and for a file that is none of ours. */
  private Optional<Job> read(Path file) throws IOException {
    try {
      var lines = Files.readAllLines(file);
      var ours = JobLines.machine(lines).equals(machine);
      return ours
          ? Optional.of(JobLines.job(lines)).filter(job -> file.endsWith(job.name() + ENDING))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty(); // it has ended while we looked
    } catch (CharacterCodingException | IllegalArgumentException | DateTimeException e) {
      return Optional.empty(); // its launcher is about to write it, or was killed while it did
    }
  }

  /** A job of which nothing runs any more. */
  public void forget(Job job) throws IOException {
    Files.deleteIfExists(folder.resolve(job.name() + ENDING));
  }

  /** Where it is. */
  @Override
  public String toString() {
    return folder.toString();
  }
}
