package io.weft.checkpoint;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A checkpoint that was whole when it was found. */
public record Checkpoint(Path folder, Progress progress, Set<String> files) {
  public Checkpoint {
    files = Set.copyOf(files);
  }

  /** The tensors of one of its files, in memory of the arena. */
  public List<NamedTensor> read(String file, Arena arena) {
    if (!files.contains(file)) {
      throw new CheckpointException(
          "%s has no %s: it has %s".formatted(folder, file, files.stream().sorted().toList()));
    }
    return Safetensors.read(folder.resolve(file), arena);
  }
}
