package io.weft.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricNamesTest {
  @Test
  void metrics_are_found_by_their_names() {
    assertThat(MetricNames.parse("accuracy, top-2,perplexity,f1", 4))
        .containsExactly(new Accuracy(), new TopK(2), new Perplexity(), new F1(4));
    assertThat(MetricNames.parse("mae", 0)).containsExactly(new MeanAbsoluteError());
    assertThat(MetricNames.parse("none", 4)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "acuracy;4;there is no metric 'acuracy': did you mean accuracy? there are accuracy, top-K",
        "'';4;there is no metric '': there are",
        "accuracy,none;4;there is no metric 'none'",
        "mae;4;mae is for numbers, and the labels are classes: choose accuracy",
        "accuracy;0;accuracy is for classes, and the labels are numbers: choose mae",
        "top-5;4;top-5 of 4 classes is always 1: choose at most top-3",
        "top-0;4;top-0: give at least 1",
      })
  void what_is_none_or_not_for_the_labels_is_refused(String names, int classes, String sentence) {
    assertThatThrownBy(() -> MetricNames.parse(names, classes)).hasMessageStartingWith(sentence);
  }
}
