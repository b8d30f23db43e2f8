package io.weft.command;

import io.weft.cluster.Cluster;
import io.weft.cluster.ClusterFile;
import io.weft.cluster.Presets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

/** A cluster as it is named on a command line: a preset or a file. */
final class ClusterName {
  private ClusterName() {}

  /** Those that need no file, for the help of options. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Presets.all().stream().map(Cluster::name).iterator();
    }
  }

  static Cluster parse(String name) throws IOException {
    boolean file = name.endsWith(".yaml") || name.endsWith(".yml") || name.contains("/");
    if (!file) {
      return Presets.named(name);
    }
    if (!Files.isRegularFile(Path.of(name))) {
      throw new IllegalArgumentException(
          "there is no file '%s': give a cluster file, such as weft simulate --example-cluster prints, or a preset"
              .formatted(name));
    }
    return ClusterFile.read(Path.of(name));
  }
}
