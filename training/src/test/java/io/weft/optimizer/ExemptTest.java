package io.weft.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExemptTest {
  private static final List<Parameter> PARAMETERS =
      List.of(
          matrix("0.attention.weight"),
          vector("0.attention.bias"),
          matrix("0.norm1.gain"),
          matrix("1.embedding"),
          matrix("1.embeddings"));

  private static Parameter matrix(String name) {
    return new Parameter(name, List.of(2L, 3L), List.of(0), true);
  }

  private static Parameter vector(String name) {
    return new Parameter(name, List.of(3L), List.of(0), true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          none;
          vectors; 0.attention.bias
          *.bias; 0.attention.bias
          *norm*; 0.norm1.gain
          vectors,*.norm?.*; 0.attention.bias 0.norm1.gain
          1.embedding; 1.embedding
          ?.embedding*; 1.embedding 1.embeddings
          """)
  void it_is_what_its_words_and_patterns_name(String text, String names) {
    var shard = Shard.of(BucketPlan.bySize(PARAMETERS, 1 << 20), 0);
    assertThat(Exempt.parse(text).among(shard))
        .extracting(Shard.Part::name)
        .containsExactlyInAnyOrder(names == null ? new String[0] : names.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "vectors", "*.bias", "vectors,*.bias,norm*"})
  void it_is_written_as_it_is_read(String text) {
    assertThat(Exempt.parse(text)).hasToString(text);
    assertThat(Exempt.parse(" " + text.replace(",", " , "))).isEqualTo(Exempt.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*.bias,", "none,vectors", ",,"})
  void what_says_nothing_is_refused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Exempt.parse(text))
        .withMessage(
            "exempt \"%s\": give none, or vectors and patterns such as \"vectors,*.bias,norm*\"",
            text);
  }

  @Test
  void a_pattern_that_names_no_parameter_is_refused_with_some_that_are_there() {
    var lars = new Lars(0.9, 1e-4, 0.001, Exempt.parse("*.bias,norm*"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lars.check(PARAMETERS))
        .withMessage(
            "exempt \"norm*\": no parameter has such a name; there are 0.attention.weight,"
                + " 0.attention.bias, 0.norm1.gain, 1.embedding and 1 more");
    var lamb = new Lamb(0.9, 0.999, 1e-6, 0, Exempt.parse("*.bias,*norm*"));
    lamb.check(PARAMETERS);
  }
}
