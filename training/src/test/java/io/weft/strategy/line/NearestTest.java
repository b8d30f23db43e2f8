package io.weft.strategy.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Trials;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class NearestTest {
  private static final List<String> NAMES =
      List.of("dear", "ring", "top-k", "sign", "all-reduce", "parameter-server", "int8", "int4");

  @ParameterizedTest
  @CsvSource({
    "dear,dear",
    "daer,dear",
    "der,dear",
    "wing,ring",
    "topk,top-k",
    "allreduce,all-reduce",
    "param,parameter-server",
    "signsgd,sign",
    "int2,int8"
  })
  void a_slip_or_an_abbreviation_is_forgiven(String word, String meant) {
    assertThat(Nearest.to(word, NAMES)).hasValue(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "xyzzy", "quantum"})
  void a_word_far_from_all_names_has_no_nearest(String word) {
    assertThat(Nearest.to(word, NAMES)).isEmpty();
  }

  @Test
  void nothing_is_near_where_there_are_no_names() {
    assertThat(Nearest.to("dear", List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "kitten,sitting,3",
    "'',abc,3",
    "abc,'',3",
    "abcd,acbd,1",
    "ab,ba,1",
    "ring,ring,0",
    "sunday,saturday,3"
  })
  void distance_counts_inserted_missing_replaced_and_swapped_letters(
      String a, String b, int slips) {
    assertThat(Nearest.distance(a, b)).isEqualTo(slips);
  }

  @Test
  void distance_is_symmetric_and_at_most_the_longer_length() {
    Trials.forAll(
        draw -> {
          var a = new StringBuilder();
          var b = new StringBuilder();
          for (int i = draw.between(0, 8); i > 0; i--) {
            a.append((char) ('a' + draw.between(0, 2)));
          }
          for (int i = draw.between(0, 8); i > 0; i--) {
            b.append((char) ('a' + draw.between(0, 2)));
          }
          int distance = Nearest.distance(a.toString(), b.toString());
          assertThat(distance)
              .isEqualTo(Nearest.distance(b.toString(), a.toString()))
              .isBetween(Math.abs(a.length() - b.length()), Math.max(a.length(), b.length()));
        });
  }
}
