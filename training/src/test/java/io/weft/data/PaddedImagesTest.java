package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.data.SyntheticImages.Size;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaddedImagesTest {
  private static final Dataset SMALL = new SyntheticImages(5, new Size(1, 2, 3), 4, 1);

  private static float[] inputs(Dataset data, long sample) {
    var batch = new BatchMemory(data, 1, Arena.ofAuto()).fill(sample);
    return batch.input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT);
  }

  @Test
  void an_image_lies_in_the_middle_of_zeros_in_every_channel() {
    var padded = new PaddedImages(SMALL, new Size(2, 4, 4));
    assertThat(padded.shape().input().lengths()).isEqualTo(List.of(2L, 4L, 4L));
    assertThat(padded.samples()).isEqualTo(5);
    var small = inputs(SMALL, 3);
    var large = inputs(padded, 3);
    for (int channel = 0; channel < 2; channel++) {
      for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; column++) {
          boolean inside = row >= 1 && row < 3 && column < 3;
          float expected = inside ? small[(row - 1) * 3 + column] : 0;
          assertThat(large[(channel * 4 + row) * 4 + column]).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void memory_that_was_used_before_is_cleared() {
    var padded = new PaddedImages(SMALL, new Size(1, 3, 5));
    var memory = new BatchMemory(padded, 1, Arena.ofAuto());
    memory.fill(0).input().tensor().segment().fill((byte) 1);
    var again = memory.fill(0).input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT);
    assertThat(again).isEqualTo(inputs(padded, 0));
  }

  @Test
  void what_does_not_fit_is_refused() {
    assertThatThrownBy(() -> new PaddedImages(SMALL, new Size(1, 1, 9)))
        .isInstanceOf(DataException.class)
        .hasMessage("images of 2 × 3 pixels in 1 channels do not fit into 1 × 9 in 1");
  }
}
