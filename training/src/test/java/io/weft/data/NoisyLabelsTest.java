package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NoisyLabelsTest {
  private static final int SAMPLES = 4000;
  private static final Dataset CLEAN =
      new SyntheticImages(SAMPLES, new SyntheticImages.Size(1, 2, 2), 10, 5);

  @Test
  void that_share_of_labels_is_at_random_and_the_images_stay() {
    var noisy = new NoisyLabels(CLEAN, 0.3, 5);
    long changed = changed(noisy);
    // A tenth of those that are drawn are what they were: 1,080 are expected, give or take 28.
    assertThat(changed).isBetween(940L, 1220L);
    assertThat(changed(new NoisyLabels(CLEAN, 0, 5))).isZero();
    assertThat(changed(new NoisyLabels(CLEAN, 1, 5))).isBetween(3500L, 3700L);
  }

  @Test
  void the_seed_decides_which() {
    var one = new NoisyLabels(CLEAN, 0.3, 5);
    var other = new NoisyLabels(CLEAN, 0.3, 6);
    assertThat(labels(one)).isEqualTo(labels(new NoisyLabels(CLEAN, 0.3, 5)));
    assertThat(labels(one)).isNotEqualTo(labels(other));
  }

  @Test
  void an_impossible_share_and_text_are_refused() {
    assertThatThrownBy(() -> new NoisyLabels(CLEAN, 1.1, 5))
        .hasMessage("label noise of 1.1: give 0 to 1");
    var text = new TextWindows(Corpus.of(new byte[100]), 8);
    assertThatThrownBy(() -> new NoisyLabels(text, 0.1, 5))
        .hasMessageContaining("not for text or numbers: leave out --label-noise");
  }

  private static long changed(Dataset noisy) {
    var clean = labels(CLEAN);
    var labels = labels(noisy);
    return LongStream.range(0, SAMPLES).filter(i -> clean[(int) i] != labels[(int) i]).count();
  }

  private static int[] labels(Dataset data) {
    var labels = new int[SAMPLES];
    var memory = new BatchMemory(data, 1, Arena.ofAuto());
    for (int sample = 0; sample < SAMPLES; sample++) {
      labels[sample] =
          (int) memory.fill(sample).labels().tensor().segment().get(ValueLayout.JAVA_LONG, 0);
    }
    return labels;
  }
}
