package io.weft.run;

import io.weft.data.image.ImageFolder;
import io.weft.data.table.TableReading;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a user says of what is learnt from, and of a model that follows from it.
 *
 * @param path of files; else what fits the model and needs no download
 * @param table how a table is understood
 * @param imageSize what images are made to have
 * @param hidden the widths of the layers between the numbers of a table and its classes, if said
 */
public record DataChoice(
    Optional<Path> path,
    TableReading table,
    Optional<ImageFolder.Size> imageSize,
    List<Integer> hidden) {
  /** Nothing is said. */
  public static final DataChoice NOTHING =
      new DataChoice(Optional.empty(), TableReading.USUAL, Optional.empty(), List.of());

  private static final List<Integer> HIDDEN = List.of(64, 64);

  public DataChoice {
    hidden = List.copyOf(hidden);
  }

  /** As it was when there was only a path, where no more is said. */
  @Override
  public String toString() {
    return new DataChoice(path, TableReading.USUAL, Optional.empty(), List.of()).equals(this)
        ? path.toString()
        : "%s %s %s %s".formatted(path, table, imageSize, hidden);
  }

  List<Integer> layers() {
    return hidden.isEmpty() ? HIDDEN : hidden;
  }
}
