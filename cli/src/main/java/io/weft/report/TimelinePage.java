package io.weft.report;

import static io.weft.report.Page.escaped;

import io.weft.trace.Argument;
import io.weft.trace.Lane;
import io.weft.trace.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one rank does, lane by lane, from left to right; predicted and measured beside it. */
public final class TimelinePage {
  private static final int LEFT = 90;
  private static final int WIDTH = 1100;
  private static final int ROW = 30;
  private static final int TOP = 30;
  private static final int TICKS = 10;

  /** Narrower bars carry no name: it would not fit. */
  private static final double NAMED_WIDTH = 58;

  /**
   * One of several timelines, one below the other on the same scale.
   *
   * @param heading what it shows
   * @param spans of one rank, from 0
   */
  public record Panel(String heading, List<Span> spans) {}

  private final List<Panel> panels;
  private final double endNanos;
  private final Page page;

  private TimelinePage(String title, String summary, List<Panel> panels) {
    this.panels = panels;
    this.endNanos =
        panels.stream()
            .flatMap(panel -> panel.spans.stream())
            .mapToLong(Span::endNanos)
            .max()
            .orElse(1);
    this.page = new Page(title, summary);
  }

  /** The text of an HTML file. */
  public static String html(String title, String summary, List<Panel> panels) {
    return new TimelinePage(title, summary, panels).draw();
  }

  private String draw() {
    panels.forEach(this::draw);
    page.body().format("<p>%s</p>\n", "Rest the pointer on a bar to see what it is.");
    return page.end();
  }

  private void draw(Panel panel) {
    var rows = rows(panel.spans);
    int height = TOP + rows.size() * ROW + 34;
    page.body().format("<h2>%s</h2>\n", escaped(panel.heading));
    page.body()
        .format(
            "<svg viewBox='0 0 %d %d' width='%d' height='%d' role='img'>\n",
            LEFT + WIDTH + 20, height, LEFT + WIDTH + 20, height);
    drawAxis(rows.size());
    int at = 0;
    Optional<Lane> named = Optional.empty();
    for (var row : rows) {
      int top = TOP + at++ * ROW;
      var lane = row.getFirst().lane();
      if (!named.equals(Optional.of(lane))) {
        page.body().format("<text x='0' y='%d'>%s</text>\n", top + 19, lane.label());
        named = Optional.of(lane);
      }
      row.forEach(span -> drawSpan(span, top));
    }
    page.body().format("</svg>\n");
  }

  /** Spans that do not overlap, by lane; one that does gets a row of its own below. */
  private static List<List<Span>> rows(List<Span> spans) {
    var lanes = new LinkedHashMap<Lane, List<List<Span>>>();
    for (var lane : Lane.values()) {
      lanes.put(lane, new ArrayList<>());
    }
    spans.stream().sorted(Comparator.comparingLong(Span::startNanos)).forEach(it -> put(lanes, it));
    return lanes.values().stream().flatMap(List::stream).toList();
  }

  private static void put(Map<Lane, List<List<Span>>> lanes, Span span) {
    var rows = lanes.getOrDefault(span.lane(), new ArrayList<>());
    for (var row : rows) {
      if (row.getLast().endNanos() <= span.startNanos()) {
        row.add(span);
        return;
      }
    }
    rows.add(new ArrayList<>(List.of(span)));
  }

  private double x(double nanos) {
    return LEFT + WIDTH * nanos / endNanos;
  }

  private void drawAxis(int rows) {
    int bottom = TOP + rows * ROW;
    for (int tick = 0; tick <= TICKS; tick++) {
      double nanos = endNanos * tick / TICKS;
      page.body()
          .format(
              "<line class='grid' x1='%.1f' x2='%.1f' y1='%d' y2='%d'/>\n",
              x(nanos), x(nanos), TOP - 6, bottom);
      page.body()
          .format(
              "<text class='note' x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
              x(nanos), bottom + 18, Quantity.seconds(nanos * 1e-9));
    }
  }

  private void drawSpan(Span span, int top) {
    double left = x((double) span.startNanos());
    double width = Math.max(0.6, x((double) span.endNanos()) - left - 0.5);
    page.body()
        .format(
            "<rect x='%.2f' y='%d' width='%.2f' height='%d' fill='%s'><title>%s</title></rect>\n",
            left, top + 3, width, ROW - 6, colour(span), escaped(words(span)));
    if (width > NAMED_WIDTH) {
      page.body()
          .format(
              "<text x='%.1f' y='%d' style='fill:#fff' pointer-events='none'>%s</text>\n",
              left + 5, top + 19, escaped(span.name()));
    }
  }

  private static String words(Span span) {
    var words = new StringBuilder(span.lane().label() + ", " + span.name());
    for (var argument : span.arguments()) {
      switch (argument) {
        case Argument.Step(var step) -> words.append(", step ").append(step);
        case Argument.Phase(var phase) -> words.append(", ").append(phase);
        case Argument.Bytes(var bytes) -> words.append(", ").append(Quantity.bytes((double) bytes));
        case Argument.Cause(var cause) -> words.append(", ").append(cause);
        case Argument.MicroStep _, Argument.Stage _, Argument.Bucket _ -> {}
      }
    }
    double seconds = (span.endNanos() - span.startNanos()) * 1e-9;
    return words + ": " + Quantity.seconds(seconds);
  }

  /** The second of two steps is darker. */
  private static String colour(Span span) {
    boolean odd =
        span.arguments().stream()
            .anyMatch(it -> it instanceof Argument.Step(var step) && step % 2 == 1);
    return switch (span.lane()) {
      case FORWARD -> odd ? "#1b7a43" : "#2e9e5b";
      case BACKWARD -> odd ? "#1f5fa8" : "#3b82d1";
      case EXCHANGE -> odd ? "#b8560c" : "#e07b28";
      case UPDATE -> odd ? "#6a3d9a" : "#8e5fc0";
      case WAIT -> "#b0bec5";
      case PAUSE -> span.name().equals("waiting") ? "#90a4ae" : "#c62828";
    };
  }
}
