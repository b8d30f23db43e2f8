package io.weft.command;

import io.weft.engine.zoo.Models;
import io.weft.strategy.line.Nearest;
import io.weft.zoo.Profile;
import io.weft.zoo.ProfileFile;
import io.weft.zoo.Zoo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * All models by name, for {@code train}, {@code profile}, {@code simulate} and {@code plan} alike,
 * and which of them can do what.
 */
final class ModelName {
  private ModelName() {}

  /** Those that can be trained and measured here, for the help of options. */
  static final class Trained implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Models.names().iterator();
    }
  }

  /** Those whose steps can be predicted without a measurement. */
  static final class Predicted implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Zoo.names().iterator();
    }
  }

  static boolean isTrainable(String name) {
    return Models.has(name);
  }

  /** Refuses what cannot be trained and measured here. */
  static void checkTrainable(String name) {
    if (isTrainable(name)) {
      return;
    }
    String trainable = String.join(", ", Models.names());
    throw new IllegalArgumentException(
        Zoo.names().contains(name)
            ? "%s can be simulated and planned, not trained here: give --model one of %s"
                .formatted(name, trainable)
            : "there is no model '%s'%s: give --model one of %s"
                .formatted(name, meant(name), trainable));
  }

  /** The profile of a network of a name, or of one that was measured. */
  static Profile profile(String name) throws IOException {
    if (isFile(name)) {
      if (!Files.isRegularFile(Path.of(name))) {
        throw new IllegalArgumentException(
            "there is no file '%s': write it by weft profile, or name a network".formatted(name));
      }
      return ProfileFile.read(Path.of(name));
    }
    if (Zoo.names().contains(name.toLowerCase(Locale.ROOT))) {
      return Zoo.named(name);
    }
    if (isTrainable(name)) {
      throw new IllegalArgumentException(
          "what a step of %s takes is not known before it is measured: %s"
              .formatted(
                  name,
                  "run 'weft profile --model %s' and give --model %s.yaml".formatted(name, name)));
    }
    throw new IllegalArgumentException(
        "there is no model '%s'%s: give one of %s, or a file of weft profile"
            .formatted(name, meant(name), String.join(", ", Zoo.names())));
  }

  private static boolean isFile(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.contains("/");
  }

  private static String meant(String name) {
    List<String> all = Stream.concat(Zoo.names().stream(), Models.names().stream()).toList();
    return Nearest.to(name, all).map(" (did you mean '%s'?)"::formatted).orElse("");
  }
}
