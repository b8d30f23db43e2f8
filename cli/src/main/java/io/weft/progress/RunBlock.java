package io.weft.progress;

import io.weft.progress.RunProgress.StepSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A run on a screen, in at most four lines: how long it takes, a bar, what is learnt, and where the
 * time of a step goes. What does not fit is left out, the least important first.
 *
 * @param title which run it is
 * @param columns how wide the screen is
 */
record RunBlock(String title, int columns) {
  private static final String GAP = " · ";
  private static final String FULL = "█";
  private static final String PARTS = " ▏▎▍▌▋▊▉";
  private static final int CURVE = 16;

  /**
   * The lines, none of them as wide as the screen.
   *
   * @param elapsed seconds since the command was given
   * @param left seconds that remain, if that is known
   * @param losses that were reported so far
   */
  List<String> lines(RunProgress now, double elapsed, OptionalDouble left, double[] losses) {
    var lines = new ArrayList<String>();
    lines.add(head(elapsed, left));
    if (now.steps() > 0) {
      lines.add(bar(now));
    }
    if (!now.awaited().isEmpty()) {
      lines.add("waiting for " + now.awaited());
    } else {
      lines.add(fitting(learnt(now, losses)));
      lines.add(fitting(split(now.split())));
    }
    return lines.stream().filter(line -> !line.isEmpty()).map(this::cut).toList();
  }

  private String head(double elapsed, OptionalDouble left) {
    String end = left.isPresent() ? ", about " + clock(left.getAsDouble()) + " left" : "";
    return fitting(List.of(clock(elapsed) + end, title));
  }

  /** As in {@code 0:42} or {@code 1:02:03}. */
  static String clock(double seconds) {
    long whole = Math.round(seconds);
    long hours = whole / 3600;
    return hours > 0
        ? "%d:%02d:%02d".formatted(hours, whole / 60 % 60, whole % 60)
        : "%d:%02d".formatted(whole / 60, whole % 60);
  }

  private String bar(RunProgress now) {
    String count = "step %d of %d".formatted(now.step(), now.steps());
    int width = columns - 1 - count.length() - 2;
    if (width < 8) {
      return count;
    }
    double eighths = Math.min(1, (double) now.step() / now.steps()) * width * 8;
    int full = (int) (eighths / 8);
    int part = (int) (eighths % 8);
    var bar = FULL.repeat(full) + (part > 0 ? PARTS.substring(part, part + 1) : "");
    return bar + "░".repeat(width - bar.length()) + "  " + count;
  }

  private static List<String> learnt(RunProgress now, double[] losses) {
    var parts = new ArrayList<String>();
    if (!Double.isNaN(now.loss())) {
      var curve = Sparkline.of(losses, CURVE);
      parts.add(format("loss %.3f", now.loss()) + (curve.isEmpty() ? "" : " " + curve));
      if (!now.validation().isEmpty()) {
        parts.add("validation " + now.validation());
      }
      parts.add(format("rate %.3g", now.rate()));
    }
    return parts;
  }

  private static List<String> split(StepSplit split) {
    if (split.whole() <= 0) {
      return List.of();
    }
    double computing = Math.max(0, split.whole() - split.exposed() - split.waiting());
    var waiting = split.slowest() < 0 ? "waiting" : "waiting for rank " + split.slowest();
    return List.of(
        format("a step %.0f ms: computing %.0f", split.whole(), computing),
        format("exposed %.0f", split.exposed()),
        format("%s %.0f", waiting, split.waiting()),
        format("hidden %.0f", split.hidden()),
        format("%.1f MB/s", split.megabytes()));
  }

  @SuppressWarnings("AnnotateFormatMethod") // called with constants of this class
  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }

  /** As many parts as fit, in their order. */
  private String fitting(List<String> parts) {
    var line = new StringBuilder();
    for (var part : parts) {
      if (!line.isEmpty() && line.length() + GAP.length() + part.length() >= columns) {
        break;
      }
      line.append(line.isEmpty() ? "" : GAP).append(part);
    }
    return line.toString();
  }

  /** The last column stays free: terminals differ in what they do when it is filled. */
  private String cut(String line) {
    return line.length() < columns ? line : line.substring(0, columns - 1);
  }
}
