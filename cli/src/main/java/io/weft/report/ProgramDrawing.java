package io.weft.report;

import io.weft.collective.program.Step;
import io.weft.collective.program.Timeline;
import io.weft.collective.program.Timeline.Flight;
import io.weft.collective.program.Timeline.Span;
import java.util.Formatter;
import java.util.Locale;

/**
 * A collective as an SVG picture: a lane per rank, time from left to right, an arrow per message in
 * the colour of its first chunk, a box where contributions are combined.
 */
public final class ProgramDrawing {
  /** A browser shows more, but nobody sees anything in it. */
  private static final int ARROWS_MOST = 20_000;

  private static final int LEFT = 74;
  private static final int TOP = 78;
  private static final int WIDTH = 1000;
  private static final int FOOT = 62;
  private static final int TICKS = 8;

  private final Timeline timeline;
  private final int ranks;
  private final int chunkCount;
  private final double laneHeight;
  private final Formatter svg = new Formatter(Locale.ROOT);

  private ProgramDrawing(Timeline timeline, int ranks, int chunkCount) {
    this.timeline = timeline;
    this.ranks = ranks;
    this.chunkCount = chunkCount;
    this.laneHeight = Math.clamp(900.0 / ranks, 14, 56);
  }

  /** The picture as the text of an SVG file. */
  public static String svg(String title, Timeline timeline, int ranks, int chunkCount) {
    int arrows = timeline.flights().size();
    if (arrows > ARROWS_MOST) {
      throw new IllegalArgumentException(
          "a picture of %d messages shows nothing: draw fewer ranks or pieces, at most %d messages"
              .formatted(arrows, ARROWS_MOST));
    }
    return new ProgramDrawing(timeline, ranks, chunkCount).draw(title);
  }

  private String draw(String title) {
    double height = TOP + ranks * laneHeight + FOOT;
    svg.format(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %.0f' width='%d' height='%.0f'"
            + " font-family='system-ui, sans-serif' font-size='12' role='img'>\n",
        WIDTH + LEFT + 30, height, WIDTH + LEFT + 30, height);
    svg.format("<title>%s</title>\n", escaped(title));
    svg.format("<style>%s</style>\n", style());
    svg.format("<rect class='paper' width='100%%' height='100%%'/>\n");
    svg.format("<text class='title' x='%d' y='28'>%s</text>\n", 16, escaped(title));
    svg.format("<text class='note' x='16' y='48'>%s</text>\n", escaped(summary()));
    drawAxis();
    drawLanes();
    timeline.spans().forEach(this::drawSpan);
    timeline.flights().forEach(this::drawFlight);
    drawLegend(height - 20);
    svg.format("</svg>\n");
    return svg.toString();
  }

  private static String style() {
    return ".paper{fill:#fff} text{fill:#222} .title{font-size:16px;font-weight:600}"
        + " .note,.tick{fill:#666} .lane{stroke:#c8ccd0} .grid{stroke:#eceff1}"
        + " .wait{fill:#e3e6e8} .work{fill:#37474f} .copy{fill:#90a4ae}"
        + " .signal{stroke:#78909c;stroke-dasharray:3 3}";
  }

  private String summary() {
    var price = timeline.price();
    return "predicted %s; %d messages; the busiest rank sends %s"
        .formatted(
            Quantity.seconds(price.seconds()), price.messages(), Quantity.bytes(price.bytesMost()));
  }

  private void drawAxis() {
    double bottom = TOP + ranks * laneHeight;
    for (int tick = 0; tick <= TICKS; tick++) {
      double time = timeline.price().seconds() * tick / TICKS;
      svg.format(
          "<line class='grid' x1='%1$.1f' x2='%1$.1f' y1='%2$d' y2='%3$.1f'/>\n",
          x(time), TOP, bottom);
      svg.format(
          "<text class='tick' x='%.1f' y='%.1f' text-anchor='middle'>%s</text>\n",
          x(time), bottom + 16, Quantity.seconds(time));
    }
  }

  private void drawLanes() {
    for (int rank = 0; rank < ranks; rank++) {
      svg.format(
          "<line class='lane' x1='%d' x2='%d' y1='%3$.1f' y2='%3$.1f'/>\n",
          LEFT, LEFT + WIDTH, y(rank));
      svg.format(
          "<text x='%d' y='%.1f' text-anchor='end'>rank %d</text>\n", LEFT - 8, y(rank) + 4, rank);
    }
  }

  private void drawSpan(Span span) {
    String look =
        switch (span.step()) {
          case Step.Combine _ -> "work";
          case Step.Copy _, Step.Put _, Step.Get _ -> "copy";
          case Step.Receive _, Step.Wait _, Step.Send _, Step.Signal _ -> "wait";
        };
    double half = laneHeight * (look.equals("wait") ? 0.06 : 0.14);
    svg.format(
        "<rect class='%s' x='%.2f' y='%.2f' width='%.2f' height='%.2f'>"
            + "<title>rank %d: %s, %s to %s</title></rect>\n",
        look,
        x(span.start()),
        y(span.rank()) - half,
        Math.max(look.equals("wait") ? 0 : 1.2, x(span.end()) - x(span.start())),
        2 * half,
        span.rank(),
        escaped(span.step().toString()),
        Quantity.seconds(span.start()),
        Quantity.seconds(span.end()));
  }

  private void drawFlight(Flight flight) {
    String look =
        switch (flight.step()) {
          case Step.Receive receive ->
              "stroke='%s'".formatted(colour(receive.to().chunks().get(0)));
          case Step.Wait _,
              Step.Send _,
              Step.Signal _,
              Step.Put _,
              Step.Get _,
              Step.Copy _,
              Step.Combine _ ->
              "class='signal'";
        };
    double x = x(flight.arrived());
    double y = y(flight.to());
    svg.format(
        "<g %s fill='none' stroke-width='1.4'><title>rank %d to rank %d: %s</title>"
            + "<path d='M%.2f %.2fL%.2f %.2f'/>\n",
        look,
        flight.from(),
        flight.to(),
        escaped(flight.step().toString()),
        x(flight.sent()),
        y(flight.from()),
        x,
        y);
    drawArrowHead(x(flight.sent()), y(flight.from()), x, y);
  }

  private void drawArrowHead(double fromX, double fromY, double x, double y) {
    double angle = Math.atan2(y - fromY, x - fromX);
    double size = 5;
    svg.format(
        "<path d='M%.2f %.2fL%.2f %.2fL%.2f %.2f'/></g>\n",
        x - size * Math.cos(angle - 0.45),
        y - size * Math.sin(angle - 0.45),
        x,
        y,
        x - size * Math.cos(angle + 0.45),
        y - size * Math.sin(angle + 0.45));
  }

  private void drawLegend(double y) {
    svg.format(
        "<g><line x1='%1$d' x2='%2$d' y1='%3$.1f' y2='%3$.1f' stroke='%4$s' stroke-width='2'/>\n",
        LEFT, LEFT + 26, y - 4, colour(0));
    svg.format("<text x='%d' y='%.1f'>message, coloured by chunk</text>\n", LEFT + 34, y);
    svg.format(
        "<line class='signal' x1='%1$d' x2='%2$d' y1='%3$.1f' y2='%3$.1f'/>\n",
        LEFT + 240, LEFT + 266, y - 4);
    svg.format("<text x='%d' y='%.1f'>signal</text>\n", LEFT + 274, y);
    legendBox("work", LEFT + 350, y, "combine");
    legendBox("copy", LEFT + 470, y, "copy, put or get");
    legendBox("wait", LEFT + 640, y, "waits for a message");
    svg.format("</g>\n");
  }

  private void legendBox(String look, int x, double y, String meaning) {
    svg.format("<rect class='%s' x='%d' y='%.1f' width='18' height='9'/>\n", look, x, y - 9);
    svg.format("<text x='%d' y='%.1f'>%s</text>\n", x + 26, y, meaning);
  }

  /** A dark colour; neighbouring chunks look alike, as they do in rainbows. */
  private String colour(int chunk) {
    double turn = 0.58 + 0.83 * chunk / Math.max(1, chunkCount);
    return String.format(
        "#%02x%02x%02x", channel(turn + 1.0 / 3), channel(turn), channel(turn - 1.0 / 3));
  }

  /** The strength of one primary colour, whose hue is a turn of 0, at a hue. */
  private static int channel(double turn) {
    double distance = Math.abs((turn - Math.floor(turn)) * 6 - 3);
    double part = Math.clamp(distance - 1, 0, 1);
    return (int) Math.round(255 * (0.13 + 0.58 * part));
  }

  private double x(double time) {
    double end = timeline.price().seconds();
    return LEFT + (end == 0 ? 0 : WIDTH * time / end);
  }

  private double y(int rank) {
    return TOP + (rank + 0.5) * laneHeight;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
