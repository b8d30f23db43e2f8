package io.weft.data.image;

import io.weft.data.form.ImageForm;

/** Numbers from 0 to 1 in channels, rows and columns. */
@SuppressWarnings("ArrayRecordComponent") // filled once, and compared by nobody
public record Pixels(int channels, int height, int width, float[] values) {
  Pixels(int channels, int height, int width) {
    this(channels, height, width, new float[Math.multiplyExact(channels * height, width)]);
  }

  void set(int channel, int row, int column, float value) {
    values[(channel * height + row) * width + column] = value;
  }

  private float at(int channel, int row, int column) {
    return values[(channel * height + row) * width + column];
  }

  /**
   * In another size: where it becomes smaller, each pixel is the mean of those that it covers;
   * where it becomes larger, of those beside it by how near they are.
   */
  Pixels resized(ImageForm form) {
    return form.width() == width && form.height() == height
        ? this
        : alongRows(form.width()).alongColumns(form.height());
  }

  private Pixels alongRows(int to) {
    var result = new Pixels(channels, height, to);
    for (int column = 0; column < to; column++) {
      var weights = Weights.of(column, width, to);
      for (int channel = 0; channel < channels; channel++) {
        for (int row = 0; row < height; row++) {
          double sum = 0;
          for (int i = 0; i < weights.shares().length; i++) {
            sum += weights.shares()[i] * at(channel, row, weights.first() + i);
          }
          result.set(channel, row, column, (float) sum);
        }
      }
    }
    return result;
  }

  private Pixels alongColumns(int to) {
    var result = new Pixels(channels, to, width);
    for (int row = 0; row < to; row++) {
      var weights = Weights.of(row, height, to);
      for (int channel = 0; channel < channels; channel++) {
        for (int column = 0; column < width; column++) {
          double sum = 0;
          for (int i = 0; i < weights.shares().length; i++) {
            sum += weights.shares()[i] * at(channel, weights.first() + i, column);
          }
          result.set(channel, row, column, (float) sum);
        }
      }
    }
    return result;
  }

  /** How much the pixels from the first on count in one; together 1. */
  @SuppressWarnings("ArrayRecordComponent") // internal, and compared by nobody
  private record Weights(int first, double[] shares) {
    /** A tent around the middle of a pixel, as wide as two pixels of the coarser size. */
    static Weights of(int at, int from, int to) {
      double scale = (double) from / to;
      double reach = Math.max(1, scale);
      double middle = (at + 0.5) * scale - 0.5;
      int first = Math.max(0, (int) Math.ceil(middle - reach));
      int last = Math.min(from - 1, (int) Math.floor(middle + reach));
      var shares = new double[last - first + 1];
      double sum = 0;
      for (int i = 0; i < shares.length; i++) {
        shares[i] = Math.max(0, 1 - Math.abs(first + i - middle) / reach);
        sum += shares[i];
      }
      for (int i = 0; i < shares.length; i++) {
        shares[i] /= sum;
      }
      return new Weights(first, shares);
    }
  }
}
