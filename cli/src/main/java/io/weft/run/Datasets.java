package io.weft.run;

import io.weft.data.Corpus;
import io.weft.data.CsvTable;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.IdxImages;
import io.weft.data.PaddedImages;
import io.weft.data.Reshaped;
import io.weft.data.SyntheticImages;
import io.weft.data.TextWindows;
import io.weft.engine.Sample;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * What a model learns from: what a path says, else the sources of the JDK or images made up from
 * the seed.
 */
final class Datasets {
  private static final int TEXT_BYTES_MOST = 64 << 20;
  private static final int IMAGES = 50_000;

  private Datasets() {}

  /** Images as one row for a network that takes one, and the like. */
  private static Dataset shaped(Sample sample, Dataset data) {
    return switch (sample) {
      case Sample.Tokens _ -> data;
      case Sample.Features(var shape, _) -> new Reshaped(data, shape);
      case Sample.Arrays(var arrays, _) -> new Reshaped(data, arrays.input().lengths());
    };
  }

  /** What a path says, as the model takes it. */
  static Dataset of(Sample sample, Optional<Path> path, long seed) {
    return shaped(sample, found(sample, path, seed));
  }

  private static Dataset found(Sample sample, Optional<Path> path, long seed) {
    return switch (sample) {
      case Sample.Tokens(var context, _) -> new TextWindows(text(path), context);
      case Sample.Features features -> images(features, path, seed);
      case Sample.Arrays(var arrays, _) ->
          images(
              new Sample.Features(arrays.input().lengths(), arrays.classes().orElseThrow()),
              path,
              seed);
    };
  }

  private static Dataset images(Sample.Features features, Optional<Path> path, long seed) {
    return path.map(from -> fitting(features, from)).orElseGet(() -> madeUp(features, seed));
  }

  private static Corpus text(Optional<Path> path) {
    return path.map(from -> Corpus.at(from, TEXT_BYTES_MOST))
        .orElseGet(
            () ->
                Corpus.of(Path.of(System.getProperty("java.home")), Path.of("."), TEXT_BYTES_MOST));
  }

  private static Dataset madeUp(Sample.Features features, long seed) {
    return new SyntheticImages(IMAGES, size(features.shape()), features.classes(), seed);
  }

  /** Fewer than three lengths are an image of one channel, or of one line. */
  private static SyntheticImages.Size size(List<Long> shape) {
    var lengths = new ArrayDeque<>(shape.stream().map(Math::toIntExact).toList());
    while (lengths.size() < 3) {
      lengths.addFirst(1);
    }
    return new SyntheticImages.Size(lengths.poll(), lengths.poll(), lengths.poll());
  }

  private static Dataset fitting(Sample.Features features, Path path) {
    var data =
        path.toString().endsWith(".csv")
            ? CsvTable.read(path)
            : padded(images(path), features.shape());
    long given = data.shape().input().count();
    int classes = data.shape().classes().orElseThrow();
    long taken = product(features.shape());
    if (given != taken || classes > features.classes()) {
      throw new DataException(
          "%s has samples of %d numbers in %d classes, and the model takes %d in up to %d"
              .formatted(path, given, classes, taken, features.classes()));
    }
    return data;
  }

  /** A network that takes as many numbers as a square has takes a square. */
  private static Dataset padded(Dataset images, List<Long> shape) {
    long edge = Math.round(Math.sqrt((double) product(shape)));
    if (images.shape().input().count() == product(shape)) {
      return images;
    }
    return shape.size() == 1 && edge * edge == shape.getFirst()
        ? new PaddedImages(images, size(List.of(edge, edge)))
        : new PaddedImages(images, size(shape));
  }

  private static long product(List<Long> lengths) {
    return lengths.stream().reduce(1L, Math::multiplyExact);
  }

  /** A file of images, or a folder that has one; the labels lie beside it. */
  private static Dataset images(Path path) {
    var images = Files.isDirectory(path) ? imagesIn(path) : path;
    var name = images.getFileName().toString();
    var labels = name.replace("images", "labels").replace("idx3", "idx1").replace("idx4", "idx1");
    if (labels.equals(name)) {
      throw new DataException(
          "%s is neither .csv nor a file of images: name one such as train-images-idx3-ubyte"
              .formatted(path));
    }
    return IdxImages.read(images, images.resolveSibling(labels));
  }

  private static Path imagesIn(Path folder) {
    try (var entries = Files.list(folder)) {
      return entries
          .filter(file -> file.getFileName().toString().matches("(train.*)?images.idx[34].*"))
          .min(Path::compareTo)
          .orElseThrow(
              () ->
                  new DataException(
                      "%s has no train-images-idx3-ubyte: name a folder or file that is one"
                          .formatted(folder)));
    } catch (IOException e) {
      throw new DataException("%s cannot be read: %s".formatted(folder, FileTrouble.reason(e)));
    }
  }
}
