package io.weft.checkpoint;

import io.weft.file.FileTrouble;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder of checkpoints, of which the last few are kept. One process at a time may write to it.
 *
 * <p>A checkpoint is written to a temporary folder, file by file, each forced to the disk, the
 * manifest last; then the folder is forced and renamed, which happens whole or not at all. Older
 * ones are deleted only then.
 *
 * @param folder made when it is first written to
 * @param keep how many are kept, at least 1; with 2 a damaged newest one still has one before it
 */
public record Checkpoints(Path folder, int keep) {
  private static final Pattern NAME = Pattern.compile("step-(\\d{1,18})");
  private static final String TEMPORARY = ".writing";

  public Checkpoints {
    if (keep < 1) {
      throw new IllegalArgumentException("keep=" + keep + ": at least 1 must be kept");
    }
  }

  /**
   * What was found.
   *
   * @param checkpoint the newest that is whole
   * @param damaged one sentence for each newer one
   */
  public record Found(Optional<Checkpoint> checkpoint, List<String> damaged) {}

  /**
   * Saves tensors by the name of their file. A checkpoint of the same step is replaced, and for a
   * moment there is neither.
   *
   * @throws CheckpointNotWrittenException if it cannot be written, say because the disk is full;
   *     those of other steps are still there
   */
  public Checkpoint save(Progress progress, Map<String, List<NamedTensor>> files) {
    files.keySet().forEach(Manifest::requirePlain);
    var temporary = folder.resolve(TEMPORARY);
    var target = folder.resolve("step-" + progress.step());
    try {
      delete(temporary);
      Files.createDirectories(temporary);
      for (var file : files.entrySet()) {
        Safetensors.write(temporary.resolve(file.getKey()), file.getValue());
      }
      Manifest.of(progress, temporary, files.keySet()).write(temporary);
      force(temporary);
      delete(target);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      force(folder);
      prune(progress.step());
      return new Checkpoint(target, progress, files.keySet());
    } catch (UncheckedIOException e) {
      throw failure(temporary, target, files, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw failure(temporary, target, files, e);
    }
  }

  private CheckpointNotWrittenException failure(
      Path temporary, Path target, Map<String, List<NamedTensor>> files, IOException cause) {
    try {
      delete(temporary);
    } catch (IOException | UncheckedIOException e) {
      cause.addSuppressed(e);
    }
    long needed = files.values().stream().mapToLong(Safetensors::size).sum();
    return new CheckpointNotWrittenException(
        "%s was not written: %s; %s in %s, and %s; make room or repair the disk"
            .formatted(
                target,
                FileTrouble.reason(cause),
                DiskSpace.against(folder, needed),
                folder,
                kept()),
        cause);
  }

  /** What is there after all, in words. */
  String kept() {
    try {
      return steps().stream()
          .findFirst()
          .map("step-%d is kept"::formatted)
          .orElse("no checkpoint is there from before");
    } catch (IOException | UncheckedIOException e) {
      return "what is there from before cannot be read";
    }
  }

  /** Newer ones stay: they are damaged, or this run would have gone on from them. */
  private void prune(long newest) throws IOException {
    var steps = steps().stream().filter(step -> step <= newest).toList();
    for (var step : steps.subList(Math.min(keep, steps.size()), steps.size())) {
      delete(folder.resolve("step-" + step));
    }
  }

  /**
   * Deletes those of later steps, which a run has seen that went on otherwise.
   *
   * @throws CheckpointException if one cannot be deleted
   */
  public void forgetAfter(long last) {
    try {
      for (long step : steps()) {
        if (step > last) {
          delete(folder.resolve("step-" + step));
        }
      }
    } catch (UncheckedIOException e) {
      throw unreadable(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The newest checkpoint that is whole. */
  public Found newest() {
    var damaged = new ArrayList<String>();
    try {
      for (var step : steps()) {
        var candidate = folder.resolve("step-" + step);
        try {
          var manifest = verified(candidate, step);
          var files = manifest.files().keySet();
          return found(new Checkpoint(candidate, manifest.progress(), files), damaged);
        } catch (CheckpointException e) {
          damaged.add("%s is damaged and left out: %s".formatted(candidate, e.getMessage()));
        }
      }
    } catch (UncheckedIOException e) {
      throw unreadable(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(e);
    }
    return new Found(Optional.empty(), List.copyOf(damaged));
  }

  /**
   * One checkpoint by its own folder, wherever that lies.
   *
   * @throws CheckpointException if it is not whole
   */
  public static Checkpoint read(Path checkpoint) {
    var manifest = Manifest.verified(checkpoint);
    return new Checkpoint(checkpoint, manifest.progress(), manifest.files().keySet());
  }

  private CheckpointException unreadable(IOException cause) {
    return new CheckpointException(
        "%s cannot be read: %s".formatted(folder, FileTrouble.reason(cause)), cause);
  }

  /** A checkpoint under the name of another would be taken for it. */
  private static Manifest verified(Path candidate, long step) {
    var manifest = Manifest.verified(candidate);
    if (manifest.progress().step() != step) {
      throw new CheckpointException("it is of step " + manifest.progress().step());
    }
    return manifest;
  }

  private static Found found(Checkpoint checkpoint, List<String> damaged) {
    return new Found(Optional.of(checkpoint), List.copyOf(damaged));
  }

  /** Newest first. */
  private List<Long> steps() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var entries = Files.list(folder)) {
      return entries
          .map(entry -> NAME.matcher(folder.relativize(entry).toString()))
          .filter(matcher -> matcher.matches())
          .map(matcher -> Long.parseLong(matcher.group(1)))
          .sorted(Comparator.reverseOrder())
          .toList();
    }
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (var entries = Files.walk(tree)) {
      for (var entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(entry);
      }
    }
  }

  /** Puts the names in a folder on the disk, where a folder can be opened: not on Windows. */
  private static void force(Path folder) throws IOException {
    if (File.separatorChar == '/') {
      try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
