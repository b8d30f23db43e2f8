package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The digits 0 to 9 as a hand might draw them, each a little different: shifted, turned, slanted,
 * larger or smaller, with a thick or a thin pen, on paper that is not clean; pixels are from 0 to
 * 1. A task that needs no download. All is a pure function of the seed, the same on all machines.
 *
 * @param samples how many images
 * @param size whose channels are all alike
 */
public record DrawnDigits(long samples, SyntheticImages.Size size, long seed) implements Dataset {
  private static final int CLASSES = 10;

  /** How far a point may stray, as a part of the image. */
  private static final double STRAY = 0.04;

  private static final double TURN = 0.25;
  private static final double SLANT = 0.3;
  private static final double SHIFT = 0.12;
  private static final double LARGE = 0.85;
  private static final double SMALL = 0.55;
  private static final double PEN = 0.035;
  private static final double PEN_MORE = 0.04;
  private static final double DIRT = 0.4;

  /** For each digit its lines, each a list of points from the upper left corner: x, y, x, y. */
  private static final List<List<double[]>> DIGITS =
      List.of(
          List.of(ring(0.5, 0.5, 0.29, 0.43)),
          List.of(new double[] {0.34, 0.26, 0.55, 0.07, 0.55, 0.93}),
          List.of(
              new double[] {
                0.22, 0.28, 0.3, 0.13, 0.5, 0.07, 0.7, 0.14, 0.76, 0.31, 0.68, 0.5, 0.22, 0.93, 0.8,
                0.93
              }),
          List.of(
              new double[] {
                0.24, 0.15, 0.48, 0.07, 0.7, 0.16, 0.73, 0.33, 0.6, 0.46, 0.43, 0.48, 0.66, 0.54,
                0.77, 0.7, 0.68, 0.87, 0.46, 0.93, 0.22, 0.84
              }),
          List.of(new double[] {0.64, 0.93, 0.64, 0.07, 0.18, 0.65, 0.84, 0.65}),
          List.of(
              new double[] {
                0.75, 0.08, 0.31, 0.08, 0.27, 0.45, 0.5, 0.4, 0.72, 0.5, 0.77, 0.69, 0.66, 0.87,
                0.43, 0.93, 0.22, 0.84
              }),
          List.of(six(0, 1)),
          List.of(new double[] {0.2, 0.08, 0.8, 0.08, 0.42, 0.93}),
          List.of(ring(0.5, 0.28, 0.2, 0.2), ring(0.5, 0.71, 0.26, 0.22)),
          List.of(six(1, -1)));

  public DrawnDigits {
    if (samples < 1) {
      throw new IllegalArgumentException("samples=%d: give at least 1".formatted(samples));
    }
  }

  private static double[] ring(double x, double y, double width, double height) {
    int corners = 14;
    var points = new double[2 * corners + 2];
    for (int corner = 0; corner <= corners; corner++) {
      double angle = Math.TAU * corner / corners;
      points[2 * corner] = x + width * StrictMath.sin(angle);
      points[2 * corner + 1] = y - height * StrictMath.cos(angle);
    }
    return points;
  }

  /** A six; upside down, where coordinates begin with 1 and fall, a nine. */
  private static double[] six(double from, double factor) {
    double[] points = {
      0.7, 0.09, 0.47, 0.19, 0.3, 0.42, 0.24, 0.68, 0.34, 0.88, 0.55, 0.93, 0.73, 0.83, 0.76, 0.67,
      0.65, 0.52, 0.47, 0.5, 0.3, 0.6, 0.25, 0.72
    };
    for (int at = 0; at < points.length; at++) {
      points[at] = from + factor * points[at];
    }
    return points;
  }

  @Override
  public SampleShape shape() {
    var image = List.of((long) size.channels(), (long) size.height(), (long) size.width());
    return SampleShape.ofClass(ArrayShape.numbers(image), CLASSES);
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    long own = Mix.of(seed, sample);
    int digit = (int) Long.remainderUnsigned(own, CLASSES);
    labels.set(ValueLayout.JAVA_LONG, 0, digit);
    var hand = new Hand(own);
    var lines =
        IntStream.range(0, DIGITS.get(digit).size())
            .mapToObj(line -> hand.moved(DIGITS.get(digit).get(line), line))
            .toList();
    paint(lines, hand, own, inputs.getFirst());
  }

  private void paint(List<double[]> lines, Hand hand, long own, MemorySegment image) {
    int pixels = size.height() * size.width();
    for (int pixel = 0; pixel < pixels; pixel++) {
      double x = (pixel % size.width() + 0.5) / size.width();
      double y = (Math.floorDiv(pixel, size.width()) + 0.5) / size.height();
      double distance =
          Math.sqrt(lines.stream().mapToDouble(it -> square(it, x, y)).min().orElse(9));
      double edge = 1.0 / Math.max(size.height(), size.width());
      double ink = Math.clamp((hand.pen + edge - distance) / edge, 0, 1);
      double dirt = DIRT * (Mix.unit(Mix.of(own, pixel)) - 0.5);
      float shade = (float) Math.clamp(ink + dirt, 0, 1);
      for (int channel = 0; channel < size.channels(); channel++) {
        long at = (long) channel * pixels + pixel;
        image.setAtIndex(ValueLayout.JAVA_FLOAT, at, shade);
      }
    }
  }

  /** Of the distance from a point to the nearest of a line of points. */
  private static double square(double[] line, double x, double y) {
    double least = Double.MAX_VALUE;
    for (int at = 0; at + 3 < line.length; at += 2) {
      double alongX = line[at + 2] - line[at];
      double alongY = line[at + 3] - line[at + 1];
      double length = alongX * alongX + alongY * alongY;
      double along = (x - line[at]) * alongX + (y - line[at + 1]) * alongY;
      double part = length == 0 ? 0 : Math.clamp(along / length, 0, 1);
      double offX = x - line[at] - part * alongX;
      double offY = y - line[at + 1] - part * alongY;
      least = Math.min(least, offX * offX + offY * offY);
    }
    return least;
  }

  /** How one image was drawn. */
  private static final class Hand {
    private final long own;
    private final double pen;
    private final double[] turn;
    private final double shiftX;
    private final double shiftY;

    Hand(long own) {
      this.own = own;
      this.pen = PEN + PEN_MORE * unit(-1);
      double angle = TURN * both(-2);
      double slant = SLANT * both(-3);
      double wide = SMALL + (LARGE - SMALL) * unit(-4);
      double high = SMALL + (LARGE - SMALL) * unit(-5);
      double sine = StrictMath.sin(angle);
      double cosine = StrictMath.cos(angle);
      this.turn =
          new double[] {
            wide * cosine,
            high * (slant * cosine - sine),
            wide * sine,
            high * (slant * sine + cosine)
          };
      this.shiftX = 0.5 + SHIFT * both(-6);
      this.shiftY = 0.5 + SHIFT * both(-7);
    }

    private double unit(long what) {
      return Mix.unit(Mix.of(~own, what));
    }

    /** From −1 to 1. */
    private double both(long what) {
      return 2 * unit(what) - 1;
    }

    double[] moved(double[] line, int number) {
      var moved = new double[line.length];
      for (int at = 0; at < line.length; at += 2) {
        long point = 100L * number + at;
        double x = line[at] - 0.5 + STRAY * both(point);
        double y = line[at + 1] - 0.5 + STRAY * both(point + 1);
        moved[at] = shiftX + turn[0] * x + turn[1] * y;
        moved[at + 1] = shiftY + turn[2] * x + turn[3] * y;
      }
      return moved;
    }
  }
}
