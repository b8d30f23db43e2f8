package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Images that can be learnt without a download: each class has a wave of its own in each channel,
 * and each image noise of its own. All is a pure function of the seed, the same on all machines.
 *
 * @param samples how many images
 * @param size channels, height and width
 */
public record SyntheticImages(long samples, Size size, int classes, long seed) implements Dataset {
  /** How large the noise may be; a wave goes from −1 to 1. */
  private static final float NOISE = 1;

  private static final int WAVES_MAX = 4;

  /** Of an image. */
  public record Size(int channels, int height, int width) {
    public Size {
      if (channels < 1 || height < 1 || width < 1) {
        throw new IllegalArgumentException(
            "%d channels of %d × %d pixels: each must be at least 1"
                .formatted(channels, height, width));
      }
    }
  }

  public SyntheticImages {
    if (samples < 1 || classes < 1) {
      throw new IllegalArgumentException(
          "samples=%d, classes=%d: both must be at least 1".formatted(samples, classes));
    }
  }

  @Override
  public SampleShape shape() {
    var lengths = List.of((long) size.channels(), (long) size.height(), (long) size.width());
    return SampleShape.ofClass(ArrayShape.numbers(lengths), classes);
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    long own = Mix.of(seed, sample);
    int label = (int) Long.remainderUnsigned(own, classes);
    labels.setAtIndex(ValueLayout.JAVA_LONG, 0, label);
    for (int channel = 0; channel < size.channels(); channel++) {
      paint(
          Mix.of(~seed, (long) label * size.channels() + channel), channel, own, inputs.getFirst());
    }
  }

  /** A plane wave: sin(x + y) = sin(x)·cos(y) + cos(x)·sin(y), so that few sines are needed. */
  private void paint(long wave, int channel, long own, MemorySegment input) {
    double phase = Math.TAU * Mix.unit(wave);
    double perColumn = frequency(wave, 1) / size.width();
    double perRow = frequency(wave, 2) / size.height();
    long at = (long) channel * size.height() * size.width();
    var sines = new float[size.width()];
    var cosines = new float[size.width()];
    for (int column = 0; column < size.width(); column++) {
      sines[column] = (float) StrictMath.sin(perColumn * column + phase);
      cosines[column] = (float) StrictMath.cos(perColumn * column + phase);
    }
    for (int row = 0; row < size.height(); row++) {
      float sine = (float) StrictMath.sin(perRow * row);
      float cosine = (float) StrictMath.cos(perRow * row);
      for (int column = 0; column < size.width(); column++, at++) {
        float noise = NOISE * (2 * Mix.unit(Mix.of(own, at)) - 1);
        float value = sines[column] * cosine + cosines[column] * sine + noise;
        input.setAtIndex(ValueLayout.JAVA_FLOAT, at, value);
      }
    }
  }

  /** Whole periods across the image, as an angle. */
  private static double frequency(long wave, int direction) {
    return Math.TAU * (1 + Long.remainderUnsigned(Mix.of(wave, direction), WAVES_MAX));
  }
}
