package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawnDigitsTest {
  private static final SyntheticImages.Size SIZE = new SyntheticImages.Size(1, 20, 16);
  private static final DrawnDigits DIGITS = new DrawnDigits(2000, SIZE, 5);
  private static final int PIXELS = 20 * 16;

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
    assertThat(pixels(DIGITS, 17)).isEqualTo(pixels(new DrawnDigits(99, SIZE, 5), 17));
    assertThat(pixels(DIGITS, 17)).isNotEqualTo(pixels(new DrawnDigits(99, SIZE, 6), 17));
  }

  @Test
  void digits_are_about_equally_frequent() {
    var counts = new int[10];
    for (int sample = 0; sample < 2000; sample++) {
      counts[label(DIGITS, sample)]++;
    }
    assertThat(Arrays.stream(counts)).allMatch(count -> count > 140 && count < 260);
  }

  @Test
  void all_channels_of_an_image_are_alike() {
    var grey = pixels(DIGITS, 3);
    var colour = pixels(new DrawnDigits(9, new SyntheticImages.Size(3, 20, 16), 5), 3);
    for (int channel = 0; channel < 3; channel++) {
      var own = Arrays.copyOfRange(colour, channel * PIXELS, (channel + 1) * PIXELS);
      assertThat(own).isEqualTo(grey);
    }
  }

  /** An image of a digit tells more than chance, and less than all: there is something to learn. */
  @Test
  void the_nearest_neighbour_is_often_right_and_not_always() {
    var known = IntStream.range(0, 500).mapToObj(sample -> pixels(DIGITS, sample)).toList();
    int right = 0;
    for (int sample = 1000; sample < 1200; sample++) {
      int nearest = nearest(known, pixels(DIGITS, sample));
      right += label(DIGITS, nearest) == label(DIGITS, sample) ? 1 : 0;
    }
    assertThat(right).isBetween(90, 195);
  }

  private static int nearest(List<float[]> known, float[] image) {
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int other = 0; other < known.size(); other++) {
      double distance = 0;
      for (int at = 0; at < PIXELS; at++) {
        double difference = (double) known.get(other)[at] - image[at];
        distance += difference * difference;
      }
      best = distance < least ? other : best;
      least = Math.min(least, distance);
    }
    return best;
  }

  @Test
  void no_images_are_refused() {
    assertThatThrownBy(() -> new DrawnDigits(0, SIZE, 5)).hasMessageContaining("at least 1");
  }
}
