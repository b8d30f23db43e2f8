package io.weft.tidy;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Formats every Java source of the repository, or names those that need it. */
public final class Format {
  private Format() {}

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    for (Path file : unformatted(root)) {
      Files.writeString(file, formatted(file));
      IO.println("formatted " + root.relativize(file));
    }
  }

  /** The sources that differ from their formatted form, in path order. */
  public static List<Path> unformatted(Path root) throws IOException {
    try {
      return sources(root).parallelStream().filter(file -> !isFormatted(file)).toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static boolean isFormatted(Path file) {
    try {
      return formatted(file).equals(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String formatted(Path file) throws IOException {
    try {
      String source = RemoveUnusedImports.removeUnusedImports(Files.readString(file));
      return new Formatter().formatSource(ImportOrderer.reorderImports(source, Style.GOOGLE));
    } catch (FormatterException e) {
      throw new IOException("cannot parse " + file + ": fix the syntax first", e);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    try (var paths = Files.walk(root)) {
      return paths
          .filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !path.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }
}
