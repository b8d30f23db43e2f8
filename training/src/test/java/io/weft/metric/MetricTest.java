package io.weft.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricTest {
  /** Of three labels the first is predicted, the second comes second, the third last. */
  private static final Predictions THREE =
      new Predictions(
          Tensor.of(new float[] {5, 1, 0, 5, 1, 0, 5, 1, 0}), Tensor.of(new long[] {0, 1, 2}));

  private static double of(Metric metric, Predictions predictions) {
    var sums = new double[metric.sums()];
    metric.add(predictions, sums);
    return metric.value(sums);
  }

  @Test
  void accuracy_and_top_k_are_the_part_of_labels_that_are_among_the_highest() {
    assertThat(of(new Accuracy(), THREE)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(of(new TopK(2), THREE)).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(of(new TopK(3), THREE)).isEqualTo(1);
    assertThat(new TopK(5).name()).isEqualTo("top-5");
  }

  @Test
  void equal_scores_are_no_luck() {
    var same = new Predictions(Tensor.of(new float[4]), Tensor.of(new long[] {0, 1}));
    assertThat(of(new Accuracy(), same)).isEqualTo(0.5);
  }

  @Test
  void scores_that_are_no_numbers_predict_nothing() {
    var none =
        new Predictions(Tensor.of(new float[] {Float.NaN, Float.NaN}), Tensor.of(new long[] {0}));
    assertThat(of(new Accuracy(), none)).isZero();
    assertThat(of(new Perplexity(), none)).isNaN();
  }

  @Test
  void perplexity_is_the_number_of_classes_where_nothing_is_known() {
    var same = new Predictions(Tensor.of(new float[8]), Tensor.of(new long[] {3, 0}));
    assertThat(of(new Perplexity(), same)).isCloseTo(4, within(1e-12));
  }

  /** Class 0: precision 1/3, recall 1; the others are never predicted. */
  @Test
  void f1_is_the_mean_over_classes() {
    assertThat(of(new F1(3), THREE)).isCloseTo(0.5 / 3, within(1e-12));
    assertThat(of(new F1(9), THREE)).isCloseTo(0.5 / 3, within(1e-12));
  }

  @Test
  void mae_is_of_numbers() {
    var numbers = new Predictions(Tensor.of(new float[] {1, 5}), Tensor.of(new float[] {2, 3}));
    assertThat(of(new MeanAbsoluteError(), numbers)).isEqualTo(1.5);
    assertThatThrownBy(() -> of(new Accuracy(), numbers))
        .hasMessage("labels are fp32 and no classes: choose a metric of numbers, such as mae");
    assertThatThrownBy(() -> of(new MeanAbsoluteError(), THREE))
        .hasMessageContaining("compares one number with each label, and there are 3");
  }

  @Test
  void a_class_without_a_score_is_refused() {
    var one = new Predictions(Tensor.of(new float[] {1, 5}), Tensor.of(new long[] {0, 1}));
    for (var metric : List.of(new Accuracy(), new Perplexity(), new F1(2))) {
      assertThatThrownBy(() -> of(metric, one))
          .hasMessage(
              "a label is class 1, and the model gives 1 scores: it must give one for each class");
    }
    assertThatThrownBy(() -> of(new F1(2), THREE))
        .hasMessage("f1 of 2 classes, and the model gives 3 scores: give f1 as many");
  }
}
