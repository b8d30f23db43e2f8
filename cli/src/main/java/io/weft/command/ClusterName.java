package io.weft.command;

import io.weft.cluster.Cluster;
import io.weft.cluster.ClusterFile;
import io.weft.cluster.Presets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cluster as it is named on a command line: a preset or a file. */
final class ClusterName {
  private ClusterName() {}

  static Cluster parse(String name) throws IOException {
    boolean file = name.endsWith(".yaml") || name.endsWith(".yml") || name.contains("/");
    if (!file) {
      return Presets.named(name);
    }
    if (!Files.isRegularFile(Path.of(name))) {
      throw new IllegalArgumentException(
          "there is no file '%s': give a cluster file or a preset".formatted(name));
    }
    return ClusterFile.read(Path.of(name));
  }
}
