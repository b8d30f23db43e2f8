package io.weft.run;

import io.weft.data.DataException;
import io.weft.data.image.ImageFile;
import io.weft.data.image.ImageFolder;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** What a path has to learn from, as its name and what is in it tell. */
enum DataKind {
  TABLE,
  /** Files of images as MNIST has them. */
  IDX,
  /** Folders of images. */
  IMAGES,
  TEXT;

  static DataKind of(Path path) {
    if (Files.isDirectory(path)) {
      return ofFolder(path);
    }
    var name = path.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      return TABLE;
    }
    if (ImageFile.isNamedSo(path)) {
      throw new DataException(
          "%s is one image: give a folder that has a folder of images for each class"
              .formatted(path));
    }
    return isIdx(path) ? IDX : TEXT;
  }

  private static DataKind ofFolder(Path folder) {
    if (idxIn(folder).isPresent()) {
      return IDX;
    }
    if (ImageFolder.isSo(folder)) {
      return IMAGES;
    }
    if (first(folder, _ -> true).isEmpty()) {
      throw new DataException(
          "%s is empty: give a folder of texts, of IDX files, or of a folder of images per class"
              .formatted(folder));
    }
    if (first(folder, ImageFile::isNamedSo).isPresent()) {
      throw new DataException(
          "%s has images and no classes: put them into folders named after these, as in %s"
              .formatted(folder, folder.resolve("cat").resolve("1.png")));
    }
    return TEXT;
  }

  private static boolean isIdx(Path path) {
    return path.getFileName().toString().matches("(.*-)?images[.-]idx[34].*");
  }

  /** The file of images to learn from in a folder; the labels lie beside it. */
  static Optional<Path> idxIn(Path folder) {
    return first(
        folder, file -> file.getFileName().toString().matches("(train.*)?images.idx[34].*"));
  }

  private static Optional<Path> first(Path folder, Predicate<Path> wanted) {
    try (var entries = Files.list(folder)) {
      return entries.filter(wanted).min(Path::compareTo);
    } catch (IOException e) {
      throw new DataException("%s cannot be read: %s".formatted(folder, FileTrouble.reason(e)));
    }
  }
}
