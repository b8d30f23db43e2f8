package io.weft.command;

import io.weft.data.form.Gaps;
import io.weft.data.image.ImageFolder;
import io.weft.data.table.TableReading;
import io.weft.data.table.Task;
import io.weft.run.DataChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is learnt from. */
final class DataOptions {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,5})x(\\d{1,5})");

  /** What a first line of a table is. */
  enum Header {
    YES,
    NO
  }

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = {
        "What to learn from: a table in a .csv file; a folder of images per class, or IDX files; a",
        "text, a folder of texts or a zip file of sources (default: the JDK's sources, or images made",
        "up from the seed)."
      })
  private @Nullable Path data;

  @Option(
      names = "--target",
      paramLabel = "COLUMN",
      description = "The column of a table to learn, by name or number (default: the last).")
  private @Nullable String target;

  @Option(
      names = "--task",
      paramLabel = "WHAT",
      description = {
        "What to learn of it: ${COMPLETION-CANDIDATES} (default: what it holds; words, and whole",
        "numbers that come again and again, are classes)."
      })
  private @Nullable Task task;

  @Option(
      names = "--missing",
      paramLabel = "WHAT",
      defaultValue = "none",
      description = {
        "What becomes of cells of a table without a value: none may be missing, mean puts the mean of",
        "the column there, drop leaves out their lines (default: ${DEFAULT-VALUE})."
      })
  private Gaps missing = Gaps.NONE;

  @Option(
      names = "--ignore",
      paramLabel = "COLUMNS",
      description = "Columns of a table not to learn from; several with commas between.")
  private @Nullable String ignored;

  @Option(
      names = "--header",
      paramLabel = "WHETHER",
      description = {
        "Whether the first line of a table has the names of columns: yes or no (default: as it",
        "looks)."
      })
  private @Nullable Header header;

  @Option(
      names = "--hidden",
      paramLabel = "WIDTHS",
      description = "The widths of the layers of mlp for a table (default: 64,64).")
  private @Nullable String hidden;

  @Option(
      names = "--image-size",
      paramLabel = "WxH",
      description = "Make images of folders that wide and high (default: all must have one size).")
  private @Nullable String imageSize;

  DataChoice choice() {
    var reading =
        new TableReading(
            Optional.ofNullable(target),
            Optional.ofNullable(task),
            missing,
            ignored == null ? List.of() : parts(ignored),
            Optional.ofNullable(header).map(it -> it == Header.YES));
    return new DataChoice(Optional.ofNullable(data), reading, size(), widths());
  }

  private static List<String> parts(String text) {
    return Pattern.compile(",").splitAsStream(text).map(String::strip).toList();
  }

  private List<Integer> widths() {
    if (hidden == null) {
      return List.of();
    }
    if (!hidden.matches("[1-9]\\d{0,5}( *, *[1-9]\\d{0,5}){0,31}")) {
      throw new IllegalArgumentException(
          "--hidden %s: give the widths of layers, as in 64,64".formatted(hidden));
    }
    return parts(hidden).stream().map(Integer::valueOf).toList();
  }

  private Optional<ImageFolder.Size> size() {
    if (imageSize == null) {
      return Optional.empty();
    }
    var size = SIZE.matcher(imageSize.toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw new IllegalArgumentException(
          "--image-size %s: give width and height in pixels, as in 32x32".formatted(imageSize));
    }
    return Optional.of(
        new ImageFolder.Size(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2))));
  }
}
