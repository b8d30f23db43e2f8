package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.engine.zoo.Gpt;
import io.weft.engine.zoo.Perceptron;
import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;
import io.weft.model.NamePattern;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DjlModelTest {
  static List<Network> networks() {
    return List.of(
        new Perceptron("perceptron", List.of(6, 16, 16, 3)).network(),
        new Gpt("transformer", 2, 16, 2, new Sample.Tokens(8, 20)).network());
  }

  @ParameterizedTest
  @MethodSource("networks")
  void the_loss_falls_when_the_memory_is_updated(Network network) {
    var batch = Batches.random(network.sample(), 4, 1);
    try (var placed = Placed.open(network, 7)) {
      var model = placed.model();
      Training.step(model, batch, 1);
      double first = model.loss();
      for (int step = 0; step < 30; step++) {
        Training.update(placed.memory(), 0.3f);
        Training.step(model, batch, 1);
      }
      assertThat(model.loss()).isLessThan(0.7 * first);
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void every_trained_parameter_is_complete_once_and_after_its_first_stage(Network network) {
    try (var model = new DjlModel(network, 7)) {
      var completed = Training.step(model, Batches.random(network.sample(), 2, 1), 1);
      assertThat(completed)
          .hasSize(model.parameters().size())
          .doesNotHaveDuplicates()
          .isSortedAccordingTo(
              (a, b) ->
                  Integer.compare(
                      model.parameters().get(b).firstStage(),
                      model.parameters().get(a).firstStage()));
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void arrays_do_not_pile_up(Network network) {
    var batch = Batches.random(network.sample(), 2, 1);
    try (var model = new DjlModel(network, 7)) {
      Training.step(model, batch, 1);
      int after = model.liveArrays();
      for (int step = 0; step < 200; step++) {
        Training.step(model, batch, 1);
      }
      assertThat(model.liveArrays()).isEqualTo(after);
    }
  }

  @Test
  void placing_keeps_the_values() {
    var network = networks().getFirst();
    var batch = Batches.random(network.sample(), 4, 1);
    try (var model = new DjlModel(network, 7);
        var placed = Placed.open(network, 7)) {
      Training.step(model, batch, 1);
      Training.step(placed.model(), batch, 1);
      assertThat(placed.model().loss()).isEqualTo(model.loss());
    }
  }

  @Test
  void memory_of_another_model_is_refused() {
    try (var model = new DjlModel(networks().getFirst(), 7);
        var other = new DjlModel(networks().getLast(), 7);
        var memory =
            new ModelMemory(BucketPlan.perParameter(other.parameters()), other.buffers())) {
      assertThatThrownBy(() -> model.place(memory))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("planned for other parameters than those of perceptron");
    }
  }

  @Test
  void stages_out_of_order_are_refused() {
    var network = networks().getFirst();
    try (var model = new DjlModel(network, 7)) {
      assertThatThrownBy(() -> model.forward(0)).isInstanceOf(IllegalStateException.class);
      model.begin(Batches.random(network.sample(), 4, 1), 1);
      model.forward(0);
      assertThatThrownBy(() -> model.forward(2))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("stage 2 cannot run forward now");
      assertThatThrownBy(() -> model.backward(0, _ -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("stage 0 cannot run backward now");
    }
  }

  @Test
  void a_batch_of_another_kind_is_refused() {
    var tokens = Batches.random(new Sample.Tokens(6, 20), 4, 1);
    var classes = Batches.random(new Sample.Features(List.of(6L), 50), 40, 1);
    try (var model = new DjlModel(networks().getFirst(), 7)) {
      assertThatThrownBy(() -> model.begin(tokens, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("this model takes fp32");
      assertThatThrownBy(() -> model.begin(classes, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith("and this model takes 0 to 2");
    }
  }

  @Test
  void a_model_that_predicts_changes_nothing() {
    var network = OracleTest.residual();
    try (var placed = Placed.open(network, 7)) {
      var model = placed.model();
      var before = placed.memory().buffer(0).segment().toArray(JAVA_FLOAT);
      model.train(false);
      model.begin(Batches.random(network.sample(), 4, 1), 1);
      for (int stage = 0; stage < model.stages(); stage++) {
        model.forward(stage);
      }
      assertThat(model.loss()).isPositive();
      assertThat(placed.memory().buffer(0).segment().toArray(JAVA_FLOAT)).isEqualTo(before);
      assertThatThrownBy(() -> model.backward(model.stages() - 1, _ -> {}))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void the_loss_follows_from_the_scores() {
    var network = networks().getFirst();
    var batch = Batches.random(network.sample(), 1, 1);
    try (var model = new DjlModel(network, 7)) {
      model.train(false);
      model.begin(batch, 1);
      assertThatThrownBy(model::scores).hasMessageStartingWith("there are no scores");
      for (int stage = 0; stage < model.stages(); stage++) {
        model.forward(stage);
      }
      var scores = model.scores();
      double sum = 0;
      for (float score : scores) {
        sum += Math.exp(score);
      }
      int label = (int) batch.labels().tensor().segment().get(JAVA_LONG, 0);
      assertThat(scores).hasSize(3);
      assertThat(model.loss()).isCloseTo(Math.log(sum) - scores[label], within(1e-5));
    }
  }

  @Test
  void parameters_are_frozen_by_name() {
    var network = new Gpt("transformer", 2, 16, 2, new Sample.Tokens(8, 20)).network();
    var first = network.parameters().getFirst().name();
    var last = network.parameters().getLast().name();
    var frozen = network.freeze(List.of(new NamePattern(first), new NamePattern(last)));
    assertThat(frozen.parameters().stream().filter(it -> !it.trained()).map(it -> it.name()))
        .containsExactly(first, last);
    assertThatThrownBy(() -> network.freeze(NamePattern.parse("none-such*")))
        .hasMessageContaining("no parameter of transformer has such a name; there are " + first);
    assertThatThrownBy(() -> network.freeze(NamePattern.parse("*")))
        .hasMessageContaining("would be frozen: leave some to train");
  }
}
