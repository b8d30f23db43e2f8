package io.weft.data.image;

import io.weft.data.ArrayShape;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import io.weft.data.form.ImageForm;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Images in folders that are named after their classes: {@code cat/1.png}, {@code dog/2.jpg}. Each
 * is read anew whenever it is wanted, so that there may be more of them than memory.
 */
public final class ImageFolder implements Dataset {
  private final ImageForm form;
  private final List<Labelled> images;

  private record Labelled(ImageFile file, int label) {}

  /** Of images that are made to fit. */
  public record Size(int width, int height) {
    public Size {
      if (width < 1 || height < 1 || Math.max(width, height) > 1 << 14) {
        throw new IllegalArgumentException(
            "images of %d × %d pixels: give 1 to 16384 each".formatted(width, height));
      }
    }
  }

  private ImageFolder(ImageForm form, List<Labelled> images) {
    this.form = form;
    this.images = images;
  }

  /** Whether a folder has folders with images. */
  public static boolean isSo(Path folder) {
    return folders(folder).stream().anyMatch(it -> !images(it).isEmpty());
  }

  /**
   * Looks at the beginning of every file.
   *
   * @param size what all are made to have; else they must have one
   */
  public static ImageFolder read(Path folder, Optional<Size> size) {
    var names = classes(folder);
    if (names.size() < 2) {
      throw new DataException(
          "%s has images of %d class: give a folder for each of two classes or more"
              .formatted(folder, names.size()));
    }
    var images = labelled(folder, names);
    var first = images.getFirst().file();
    var seen = first.header();
    boolean grey = true;
    for (var image : images) {
      var header = image.file().header();
      grey &= header.grey();
      if (size.isEmpty() && (header.width() != seen.width() || header.height() != seen.height())) {
        throw new DataException(
            "%s is %d × %d pixels and %s %d × %d: give --image-size %dx%d to make all fit"
                .formatted(
                    first.path(),
                    seen.width(),
                    seen.height(),
                    image.file().path(),
                    header.width(),
                    header.height(),
                    seen.width(),
                    seen.height()));
      }
    }
    var all = size.orElse(new Size(seen.width(), seen.height()));
    var form = new ImageForm(grey ? 1 : 3, all.height(), all.width(), size.isPresent(), names);
    return new ImageFolder(form, images);
  }

  /** Images as others were, with classes that these had. */
  public static ImageFolder read(Path folder, ImageForm form) {
    for (var name : classes(folder)) {
      if (!form.classNames().contains(name)) {
        throw new DataException(
            "%s has the class '%s', which the model has never seen: it knows %s"
                .formatted(folder, name, String.join(", ", form.classNames())));
      }
    }
    var images = labelled(folder, form.classNames());
    images.forEach(image -> requireSize(image.file(), form));
    return new ImageFolder(form, images);
  }

  /** One image, those in a folder, or those in its folders; without classes. */
  public static ImageFolder unlabelled(Path path, ImageForm form) {
    var files = Files.isDirectory(path) ? below(path) : List.of(path);
    if (files.isEmpty()) {
      throw new DataException(
          "%s has no images: give a .png or .jpg file, or a folder of them".formatted(path));
    }
    var images = files.stream().map(file -> new Labelled(new ImageFile(file), 0)).toList();
    images.forEach(image -> requireSize(image.file(), form));
    return new ImageFolder(form, images);
  }

  private static List<Path> below(Path folder) {
    var files = new ArrayList<>(images(folder));
    folders(folder).forEach(each -> files.addAll(images(each)));
    return files;
  }

  private static void requireSize(ImageFile file, ImageForm form) {
    var header = file.header();
    boolean same = header.width() == form.width() && header.height() == form.height();
    if (!same && !form.resized()) {
      throw new DataException(
          "%s is %d × %d pixels, and the model learnt from images of %d × %d: give such, or train with --image-size"
              .formatted(
                  file.path(), header.width(), header.height(), form.width(), form.height()));
    }
  }

  /** The names of folders with images, in their order. */
  private static List<String> classes(Path folder) {
    var names = new ArrayList<String>();
    for (var each : folders(folder)) {
      if (images(each).isEmpty()) {
        throw new DataException(
            "%s has no .png or .jpg files: fill it, or take the folder away".formatted(each));
      }
      names.add(each.getFileName().toString());
    }
    if (names.isEmpty()) {
      throw new DataException(
          "%s has no folders of images: name them after the classes, as in %s"
              .formatted(folder, folder.resolve("cat").resolve("1.png")));
    }
    return names;
  }

  private static List<Labelled> labelled(Path folder, List<String> names) {
    var images = new ArrayList<Labelled>();
    for (int label = 0; label < names.size(); label++) {
      var own = folder.resolve(names.get(label));
      if (Files.isDirectory(own)) {
        for (var file : images(own)) {
          images.add(new Labelled(new ImageFile(file), label));
        }
      }
    }
    return images;
  }

  private static List<Path> folders(Path folder) {
    return entries(folder, Files::isDirectory);
  }

  private static List<Path> images(Path folder) {
    return entries(folder, file -> Files.isRegularFile(file) && ImageFile.isNamedSo(file));
  }

  /** What is in a folder and not hidden, in the order of names. */
  private static List<Path> entries(Path folder, Predicate<Path> wanted) {
    try (var entries = Files.list(folder)) {
      return entries
          .filter(it -> !it.getFileName().toString().startsWith("."))
          .filter(wanted)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new DataException("%s cannot be read: %s".formatted(folder, FileTrouble.reason(e)), e);
    }
  }

  public ImageForm form() {
    return form;
  }

  /** Where a sample comes from. */
  public Path path(long sample) {
    return images.get(Math.toIntExact(sample)).file().path();
  }

  @Override
  public long samples() {
    return images.size();
  }

  @Override
  public SampleShape shape() {
    return SampleShape.ofClass(ArrayShape.numbers(form.shape()), form.classNames().size());
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    var image = images.get(Math.toIntExact(sample));
    var pixels = image.file().pixels(form.channels()).resized(form).values();
    MemorySegment.copy(pixels, 0, inputs.getFirst(), ValueLayout.JAVA_FLOAT, 0, pixels.length);
    labels.setAtIndex(ValueLayout.JAVA_LONG, 0, image.label());
  }
}
