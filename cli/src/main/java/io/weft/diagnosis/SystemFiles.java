package io.weft.diagnosis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The small files in which Linux says how a process lives; elsewhere they are not there.
 *
 * @param root {@code /}, or the tree of a test
 */
record SystemFiles(Path root) {
  static final SystemFiles OF_THIS_MACHINE = new SystemFiles(Path.of("/"));

  /** Without the line end; empty where there is no such file, or it is not for us. */
  Optional<String> text(String file) {
    try {
      return Optional.of(Files.readString(root.resolve(file)).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  List<String> lines(String file) {
    return text(file).map(text -> text.lines().toList()).orElse(List.of());
  }

  /** The number at the beginning of a text; empty for words such as {@code max}. */
  static OptionalLong number(String text) {
    String digits = text.replaceFirst("\\D.*", "");
    return digits.isEmpty() || digits.length() > 18
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(digits));
  }
}
