package io.weft.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZooTest {
  @ParameterizedTest
  @CsvSource({
    "resnet-50, 161, 25557032",
    "resnet-101, 314, 44549160",
    "resnet-152, 467, 60192808",
    "densenet-201, 604, 20013928",
    "inception-v4, 449, 42679816",
    "bert-base, 206, 110111042",
    "bert-large, 398, 336232258",
    "vgg-16, 32, 138357544",
    "gpt2-small, 148, 124439808",
    "gpt2-medium, 292, 354823168",
    "gpt2-large, 436, 774030080",
    "gpt2-xl, 580, 1557611200",
    "decoder-7b, 291, 6738415616"
  })
  void tensors_and_parameters_are_those_of_the_published_network(
      String name, int tensors, long parameters) {
    var profile = Zoo.named(name);
    assertThat(profile.parameters()).hasSize(tensors);
    assertThat(profile.count()).isEqualTo(parameters);
  }

  @ParameterizedTest
  @CsvSource({"resnet-50, 8.2", "resnet-152, 23.0", "vgg-16, 31.0", "densenet-201, 8.6"})
  void operations_are_those_that_others_count(String name, double billions) {
    assertThat(Zoo.named(name).work() / 3e9).isCloseTo(billions, within(0.05 * billions));
  }

  @Test
  void the_shares_of_all_stages_are_one_step() {
    for (var name : Zoo.names()) {
      var profile = Zoo.named(name);
      double total =
          IntStream.range(0, profile.stages())
              .mapToDouble(stage -> profile.forwardShare(stage) + profile.backwardShare(stage))
              .sum();
      assertThat(total).as(name).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void every_stage_of_a_network_is_where_its_parameters_are_or_else_shares_one() {
    for (var name : Zoo.names()) {
      var profile = Zoo.named(name);
      assertThat(profile.parameters())
          .as(name)
          .allSatisfy(it -> assertThat(it.stages().getLast()).isLessThan(profile.stages()));
    }
  }

  @Test
  void the_networks_that_are_trained_here_have_their_own_operations() {
    assertThat(Zoo.named("mlp").work() / 3).isCloseTo(2 * 15.75e6, within(1e5));
    assertThat(Zoo.named("resnet18").work() / 3e9).isCloseTo(1.11, within(0.02));
  }

  @Test
  void an_unknown_name_is_answered_with_the_nearest() {
    assertThatThrownBy(() -> Zoo.named("resnet-5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("did you mean 'resnet-50'?");
  }
}
