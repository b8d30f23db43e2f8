package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SimilarNameTest {
  private static final List<String> NAMES = List.of("bench", "build", "completion");

  @Test
  void a_slip_leads_to_the_name_that_was_meant() {
    assertThat(SimilarName.to("bild", NAMES)).contains("build");
    assertThat(SimilarName.to("buidl", NAMES)).contains("build");
    assertThat(SimilarName.to("bnch", NAMES)).contains("bench");
    assertThat(SimilarName.to("complation", NAMES)).contains("completion");
  }

  @Test
  void a_word_that_resembles_none_leads_nowhere() {
    assertThat(SimilarName.to("nonsense", NAMES)).isEmpty();
    assertThat(SimilarName.to("x", NAMES)).isEmpty();
  }

  @Test
  void edits_are_counted_from_either_side() {
    assertThat(SimilarName.edits("", "ring")).isEqualTo(4);
    assertThat(SimilarName.edits("ring", "bring")).isEqualTo(1);
    assertThat(SimilarName.edits("bring", "ring")).isEqualTo(1);
    assertThat(SimilarName.edits("kitten", "sitting")).isEqualTo(3);
  }
}
