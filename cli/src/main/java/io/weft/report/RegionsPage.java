package io.weft.report;

import static io.weft.report.Page.escaped;

import io.weft.plan.Estimate;
import io.weft.plan.Regions;
import io.weft.plan.Regions.Region;
import io.weft.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Step times of strategies over a quantity, above the regions in which each is the fastest. */
public final class RegionsPage {
  private static final int LEFT = 80;
  private static final int WIDTH = 900;
  private static final int TOP = 20;
  private static final int HEIGHT = 380;
  private static final int BAND = 30;
  private static final int TICKS = 6;

  /** How many strategies are drawn: the winners and those that come closest to them. */
  private static final int CURVES_MOST = 8;

  private static final List<String> COLOURS =
      List.of(
          "#3b82d1", "#e07b28", "#2e9e5b", "#8e5fc0", "#c23b4e", "#0f9aa8", "#9a7b1f", "#5c6770");

  private final Regions regions;
  private final Page page;
  private final List<Strategy> shown;
  private final double first;
  private final double last;
  private final double least;
  private final double most;

  private RegionsPage(String title, String summary, Regions regions) {
    this.regions = regions;
    this.page = new Page(title, summary);
    this.shown = shown(regions);
    this.first = regions.points().getFirst().value();
    this.last = Math.max(regions.points().getLast().value(), first * (1 + 1e-9));
    this.least = seconds().min().orElse(1) * 0.95;
    this.most = seconds().max().orElse(1) * 1.05;
  }

  /** The text of an HTML file. */
  public static String html(String title, String summary, Regions regions) {
    return new RegionsPage(title, summary, regions).draw();
  }

  /** The value of a point, with its unit. */
  public static String value(Regions regions, double value) {
    return switch (regions.sweep().quantity()) {
      case BANDWIDTH -> String.format(Locale.ROOT, "%.3g Gbit/s", value * 8e-9);
      case ALPHA -> Quantity.seconds(value);
      case RANKS -> String.format(Locale.ROOT, "%.0f ranks", value);
      case BATCH -> String.format(Locale.ROOT, "%.0f samples", value);
    };
  }

  private static List<Strategy> shown(Regions regions) {
    var shown = new ArrayList<Strategy>();
    regions.regions().stream().map(Region::winner).distinct().forEach(shown::add);
    for (int place = 1; place < CURVES_MOST; place++) {
      for (var point : regions.points()) {
        if (place < point.estimates().size()) {
          var strategy = point.estimates().get(place).strategy();
          if (!shown.contains(strategy)) {
            shown.add(strategy);
          }
        }
      }
    }
    return shown.subList(0, Math.min(CURVES_MOST, shown.size()));
  }

  private DoubleStream seconds() {
    return regions.points().stream()
        .flatMap(point -> point.estimates().stream())
        .filter(estimate -> shown.contains(estimate.strategy()))
        .mapToDouble(Estimate::seconds);
  }

  private double x(double value) {
    return LEFT + WIDTH * Math.log(value / first) / Math.log(last / first);
  }

  private double y(double seconds) {
    return TOP + HEIGHT * (1 - Math.log(seconds / least) / Math.log(most / least));
  }

  private String draw() {
    int height = TOP + HEIGHT + BAND + 60;
    page.body()
        .format(
            "<svg viewBox='0 0 %d %d' width='%d' height='%d' role='img'>\n",
            LEFT + WIDTH + 240, height, LEFT + WIDTH + 240, height);
    drawAxes();
    for (var strategy : shown) {
      drawCurve(strategy);
    }
    regions.regions().forEach(this::drawRegion);
    drawLegend();
    page.body().format("</svg>\n");
    return page.end();
  }

  private void drawAxes() {
    for (int tick = 0; tick <= TICKS; tick++) {
      double value = first * Math.pow(last / first, tick / (double) TICKS);
      double seconds = least * Math.pow(most / least, tick / (double) TICKS);
      page.body()
          .format(
              "<line class='grid' x1='%.1f' x2='%.1f' y1='%d' y2='%d'/>\n",
              x(value), x(value), TOP, TOP + HEIGHT + BAND + 10);
      page.body()
          .format(
              "<text class='note' x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
              x(value), TOP + HEIGHT + BAND + 28, value(regions, value));
      page.body()
          .format(
              "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>\n",
              LEFT, LEFT + WIDTH, y(seconds), y(seconds));
      page.body()
          .format(
              "<text class='note' x='%d' y='%.1f' text-anchor='end'>%s</text>\n",
              LEFT - 8, y(seconds) + 4, Quantity.seconds(seconds));
    }
  }

  private String colour(Strategy strategy) {
    return COLOURS.get(shown.indexOf(strategy) % COLOURS.size());
  }

  private void drawCurve(Strategy strategy) {
    var path = new StringBuilder();
    for (var point : regions.points()) {
      for (var estimate : point.estimates()) {
        if (estimate.strategy().equals(strategy)) {
          path.append(
              String.format(Locale.ROOT, "%.1f,%.1f ", x(point.value()), y(estimate.seconds())));
        }
      }
    }
    page.body()
        .format(
            "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'><title>%s</title>"
                + "</polyline>\n",
            path, colour(strategy), escaped(strategy.brief()));
  }

  private void drawRegion(Region region) {
    double left = x(region.from());
    double width = Math.max(1, x(region.to()) - left);
    page.body()
        .format(
            "<rect x='%.1f' y='%d' width='%.1f' height='%d' fill='%s'><title>%s</title></rect>\n",
            left,
            TOP + HEIGHT + 10,
            width,
            BAND,
            colour(region.winner()),
            escaped(
                "%s from %s to %s"
                    .formatted(
                        region.winner().brief(),
                        value(regions, region.from()),
                        value(regions, region.to()))));
    if (width > 7.5 * region.winner().brief().length()) {
      page.body()
          .format(
              "<text x='%.1f' y='%d' style='fill:#fff' pointer-events='none'>%s</text>\n",
              left + 6, TOP + HEIGHT + 30, escaped(region.winner().brief()));
    }
  }

  private void drawLegend() {
    int at = 0;
    for (var strategy : shown) {
      int y = TOP + 14 + 22 * at++;
      page.body()
          .format(
              "<line x1='%d' x2='%d' y1='%d' y2='%d' stroke='%s' stroke-width='3'/>\n",
              LEFT + WIDTH + 16, LEFT + WIDTH + 36, y - 4, y - 4, colour(strategy));
      page.body()
          .format(
              "<text x='%d' y='%d'>%s</text>\n", LEFT + WIDTH + 42, y, escaped(strategy.brief()));
    }
    page.body()
        .format("<text class='note' x='%d' y='%d'>fastest</text>\n", LEFT - 60, TOP + HEIGHT + 30);
  }
}
