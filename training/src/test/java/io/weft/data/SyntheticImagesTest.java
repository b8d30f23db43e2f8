package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SyntheticImagesTest {
  private static final SyntheticImages IMAGES =
      new SyntheticImages(4000, new SyntheticImages.Size(3, 12, 10), 10, 5);
  private static final int PIXELS = 3 * 12 * 10;

  private static float[] pixels(Dataset images, long sample) {
    var batch = new BatchMemory(images, 1, Arena.ofAuto()).fill(sample);
    return batch.input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT);
  }

  private static int label(Dataset images, long sample) {
    var batch = new BatchMemory(images, 1, Arena.ofAuto()).fill(sample);
    return (int) batch.labels().tensor().segment().get(ValueLayout.JAVA_LONG, 0);
  }

  @Test
  void the_seed_decides_all() {
    var same = new SyntheticImages(4000, IMAGES.size(), 10, 5);
    var other = new SyntheticImages(4000, IMAGES.size(), 10, 6);
    assertThat(pixels(IMAGES, 17)).hasSize(PIXELS).isEqualTo(pixels(same, 17));
    assertThat(pixels(IMAGES, 17)).isNotEqualTo(pixels(other, 17));
    assertThat(pixels(IMAGES, 17)).isNotEqualTo(pixels(IMAGES, 18));
  }

  @Test
  void classes_are_about_equally_frequent() {
    var counts = new int[IMAGES.classes()];
    for (int sample = 0; sample < 4000; sample++) {
      counts[label(IMAGES, sample)]++;
    }
    assertThat(Arrays.stream(counts)).allMatch(count -> count > 320 && count < 480);
  }

  @Test
  void the_nearest_mean_of_a_class_tells_it_from_the_others() {
    var means = new double[IMAGES.classes()][PIXELS];
    for (int sample = 0; sample < 1000; sample++) {
      var pixels = pixels(IMAGES, sample);
      var mean = means[label(IMAGES, sample)];
      for (int i = 0; i < PIXELS; i++) {
        mean[i] += pixels[i] / 100;
      }
    }
    int right = 0;
    for (int sample = 1000; sample < 1200; sample++) {
      right += nearest(means, pixels(IMAGES, sample)) == label(IMAGES, sample) ? 1 : 0;
    }
    assertThat(right).isGreaterThan(190);
  }

  private static int nearest(double[][] means, float[] pixels) {
    int nearest = 0;
    for (int other = 1; other < means.length; other++) {
      nearest = distance(means[other], pixels) < distance(means[nearest], pixels) ? other : nearest;
    }
    return nearest;
  }

  private static double distance(double[] mean, float[] pixels) {
    double sum = 0;
    for (int i = 0; i < pixels.length; i++) {
      sum += (mean[i] - pixels[i]) * (mean[i] - pixels[i]);
    }
    return sum;
  }
}
