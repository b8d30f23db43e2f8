package io.weft.run;

import io.weft.data.Corpus;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.DrawnDigits;
import io.weft.data.HoldOut;
import io.weft.data.IdxImages;
import io.weft.data.PaddedImages;
import io.weft.data.Reshaped;
import io.weft.data.SampleShape;
import io.weft.data.SyntheticImages;
import io.weft.data.TextWindows;
import io.weft.data.form.Form;
import io.weft.data.form.ImageForm;
import io.weft.data.form.TableForm;
import io.weft.data.form.TableForm.Classes;
import io.weft.data.form.TableForm.Quantity;
import io.weft.data.form.TextForm;
import io.weft.data.image.ImageFolder;
import io.weft.data.table.Table;
import io.weft.data.table.TableData;
import io.weft.data.table.TableReading;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Models;
import io.weft.engine.zoo.Sized;
import io.weft.tensor.ElementType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * What a model learns from: what a path says, else the sources of the JDK or images made up from
 * the seed. Where nobody names a model, it follows from the data.
 */
public final class Datasets {
  private static final int TEXT_BYTES_MOST = 64 << 20;
  private static final int IMAGES = 50_000;
  private static final String TEXT_MODEL = "gpt-nano";
  private static final SyntheticImages.Size DIGIT = new SyntheticImages.Size(1, 28, 28);
  private static final String DIGITS_MODEL = Sized.images(List.of(1L, 28L, 28L), 10);

  /** Whose sizes follow from a table. */
  private static final String TABLE_MODEL = "mlp";

  private static final String PROMPT = "public ";

  private Datasets() {}

  /**
   * Reads data, or looks at the beginning of its files where these are read one by one.
   *
   * @param model by name, if somebody has named one
   * @param heldOut what is not learnt from, and so not known when numbers are normalised
   * @throws DataException in a sentence for the user, if it is not what can be learnt from
   */
  public static Found found(
      Optional<String> model, DataChoice choice, Optional<HoldOut> heldOut, long seed) {
    if (choice.path().isEmpty()) {
      var network = model.orElse(DIGITS_MODEL);
      return network.equals(DIGITS_MODEL) ? digits(seed) : builtIn(network, seed);
    }
    var path = choice.path().get();
    boolean text = model.map(Models::sample).filter(Sample.Tokens.class::isInstance).isPresent();
    return switch (text ? DataKind.TEXT : DataKind.of(path)) {
      case TABLE -> {
        var table = Table.read(path, choice.table());
        yield table(model, path, choice, table, HoldOut.learnt(heldOut, table.rows(), seed));
      }
      case IDX -> images(model, path, idx(path));
      case IMAGES -> folder(model, path, ImageFolder.read(path, choice.imageSize()));
      case TEXT -> text(model.orElse(TEXT_MODEL), path);
    };
  }

  /** Whether a path has a table or images rather than text. */
  public static boolean hasSamples(Path path) {
    return DataKind.of(path) != DataKind.TEXT;
  }

  /** The model where nobody names one and there is no path. */
  public static String usualModel() {
    return DIGITS_MODEL;
  }

  /** What a model learns from where there is no path, in words. */
  public static String builtInWords(String model) {
    if (model.equals(DIGITS_MODEL)) {
      return "digits drawn from the seed";
    }
    boolean text = Models.sample(model) instanceof Sample.Tokens;
    return text ? "the sources of the JDK" : "images made up from the seed";
  }

  /**
   * Other data as a model takes it that has learnt, understood in the same way.
   *
   * @param form of what it has learnt from; where that was made up there is none
   */
  public static Dataset like(String model, Optional<Form> form, Path path) {
    if (form.isEmpty()) {
      var choice =
          new DataChoice(Optional.of(path), TableReading.USUAL, Optional.empty(), List.of());
      return found(Optional.of(model), choice, Optional.empty(), 1).data();
    }
    return switch (form.get()) {
      case TableForm table -> TableData.of(Table.read(path, table, true), table);
      case ImageForm images -> like(model, images, path);
      case TextForm _ -> text(model, path).data();
    };
  }

  /** A table to predict from: without the column that is learnt, or with anything in it. */
  public static Table unlabelled(TableForm form, Path path) {
    if (DataKind.of(path) != DataKind.TABLE) {
      throw new DataException(
          "%s is no table, and the model has learnt one: give a .csv file".formatted(path));
    }
    return Table.read(path, form, false);
  }

  /** Images to predict of: one, those in a folder, or those in its folders. */
  public static ImageFolder unlabelled(ImageForm form, Path path) {
    return ImageFolder.unlabelled(path, form);
  }

  /** Images as a model takes them. */
  public static Dataset fitted(String model, Path path, Dataset images) {
    return fitting(model, path, padded(images, arrays(model, path).input().lengths()));
  }

  private static Dataset like(String model, ImageForm form, Path path) {
    var data =
        switch (DataKind.of(path)) {
          case IDX -> idx(path);
          case IMAGES -> ImageFolder.read(path, form);
          case TABLE, TEXT ->
              throw new DataException(
                  "%s has no images, and the model learns from them: give a folder of images per class"
                      .formatted(path));
        };
    var lengths = data.shape().input().lengths();
    if (!lengths.equals(form.shape())) {
      throw new DataException(
          "%s has images of shape %s, and the model learnt from images of shape %s: give such"
              .formatted(path, lengths, form.shape()));
    }
    return fitted(model, path, data);
  }

  /** What is learnt where nobody says anything: a minute is enough to see that it is. */
  private static Found digits(long seed) {
    var names = IntStream.range(0, 10).mapToObj(Integer::toString).toList();
    var form = new ImageForm(DIGIT.channels(), DIGIT.height(), DIGIT.width(), false, names);
    var data = new DrawnDigits(IMAGES, DIGIT, seed);
    return new Found(DIGITS_MODEL, data, Optional.of(form), builtInWords(DIGITS_MODEL));
  }

  private static Found builtIn(String model, long seed) {
    var arrays = Models.sample(model).arrays();
    if (Models.sample(model) instanceof Sample.Tokens(var context, _)) {
      var corpus =
          Corpus.of(Path.of(System.getProperty("java.home")), Path.of("."), TEXT_BYTES_MOST);
      var data = new TextWindows(corpus, context);
      return new Found(model, data, Optional.of(new TextForm(PROMPT)), builtInWords(model));
    }
    if (arrays.classes().isEmpty()) {
      throw new DataException(
          "%s learns numbers, and there are none that are made up: give a table with --data"
              .formatted(model));
    }
    var lengths = arrays.input().lengths();
    var data = new SyntheticImages(IMAGES, size(lengths), arrays.classes().getAsInt(), seed);
    var shaped = new Reshaped(data, lengths);
    return new Found(model, shaped, Optional.empty(), builtInWords(model));
  }

  private static Found text(String model, Path path) {
    if (!(Models.sample(model) instanceof Sample.Tokens(var context, _))) {
      throw new DataException(
          "%s is a text, and %s learns from tables and images: leave out --model, or give a .csv file, %s"
              .formatted(path, model, "IDX files or a folder of images per class"));
    }
    var corpus = Corpus.at(path, TEXT_BYTES_MOST);
    var words = "a text of %,d bytes".formatted(corpus.length());
    var form = new TextForm(corpus.beginning());
    return new Found(model, new TextWindows(corpus, context), Optional.of(form), words);
  }

  private static Found table(
      Optional<String> named, Path path, DataChoice choice, Table table, LongPredicate learnt) {
    var data = TableData.learning(table, choice.table().task(), learnt);
    var form = data.form();
    var sized =
        switch (form.target()) {
          case Classes(_, var names) -> Sized.mlp(form.width(), choice.layers(), names.size());
          case Quantity _ -> Sized.regression(form.width(), choice.layers());
        };
    var model = named.filter(name -> !name.equals(TABLE_MODEL)).orElse(sized);
    if (!choice.hidden().isEmpty() && !model.equals(sized)) {
      throw new IllegalArgumentException(
          "--hidden %s is for the layers of mlp, and --model %s has its own: give one of them"
              .formatted(choice.hidden(), model));
    }
    var words = TableWords.of(table, form);
    return new Found(model, fitting(model, path, data), Optional.of(form), words);
  }

  private static Found folder(Optional<String> named, Path path, ImageFolder images) {
    var model =
        named.orElseGet(
            () -> Sized.images(images.form().shape(), images.form().classNames().size()));
    var data = fitting(model, path, padded(images, arrays(model, path).input().lengths()));
    return new Found(model, data, Optional.of(images.form()), words(images.form(), images));
  }

  private static Found images(Optional<String> named, Path path, Dataset images) {
    var form = form(images);
    var model = named.orElseGet(() -> Sized.images(form.shape(), form.classNames().size()));
    var data = fitting(model, path, padded(images, arrays(model, path).input().lengths()));
    return new Found(model, data, Optional.of(form), words(form, images));
  }

  private static ImageForm form(Dataset images) {
    var lengths = images.shape().input().lengths().stream().map(Math::toIntExact).toList();
    var names =
        IntStream.range(0, images.shape().classes().orElseThrow())
            .mapToObj(Integer::toString)
            .toList();
    if (lengths.size() != 3) {
      throw new DataException(
          "samples of shape %s are no images: give files of images".formatted(lengths));
    }
    return new ImageForm(lengths.get(0), lengths.get(1), lengths.get(2), false, names);
  }

  private static String words(ImageForm form, Dataset images) {
    return "%,d %s images of %d × %d pixels in %d classes"
        .formatted(
            images.samples(),
            form.channels() == 1 ? "grey" : "coloured",
            form.width(),
            form.height(),
            form.classNames().size());
  }

  /** What a model takes that does not read text. */
  private static SampleShape arrays(String model, Path path) {
    var arrays = Models.sample(model).arrays();
    if (arrays.input().type() != ElementType.FP32) {
      throw new DataException(
          "%s is no text, and %s learns from texts: leave out --model".formatted(path, model));
    }
    return arrays;
  }

  /** Fewer than three lengths are an image of one channel, or of one line. */
  private static SyntheticImages.Size size(List<Long> shape) {
    var lengths = new ArrayDeque<>(shape.stream().map(Math::toIntExact).toList());
    while (lengths.size() < 3) {
      lengths.addFirst(1);
    }
    return new SyntheticImages.Size(lengths.poll(), lengths.poll(), lengths.poll());
  }

  /** Images as one row for a network that takes one, and the like. */
  private static Dataset fitting(String model, Path path, Dataset data) {
    var arrays = arrays(model, path);
    var given = data.shape();
    boolean fits =
        given.input().count() == arrays.input().count()
            && given.classes().isPresent() == arrays.classes().isPresent()
            && given.classes().orElse(0) <= arrays.classes().orElse(0);
    if (!fits) {
      throw new DataException(
          "%s has samples of %d numbers%s, and %s takes %d%s: leave out --model"
              .formatted(
                  path,
                  given.input().count(),
                  classes(given, " in %d classes"),
                  model,
                  arrays.input().count(),
                  classes(arrays, " in up to %d")));
    }
    return given.input().equals(arrays.input())
        ? data
        : new Reshaped(data, arrays.input().lengths());
  }

  private static String classes(SampleShape shape, String words) {
    return shape.classes().isPresent()
        ? words.formatted(shape.classes().getAsInt())
        : " without classes";
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
  private static Dataset idx(Path path) {
    var images = Files.isDirectory(path) ? DataKind.idxIn(path).orElseThrow() : path;
    var name = images.getFileName().toString();
    var labels = name.replace("images", "labels").replace("idx3", "idx1").replace("idx4", "idx1");
    return IdxImages.read(images, images.resolveSibling(labels));
  }
}
