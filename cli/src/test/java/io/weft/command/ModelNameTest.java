package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.cli.RecordedTerminal;
import io.weft.engine.zoo.Models;
import io.weft.engine.zoo.SimulatedModel;
import io.weft.model.Parameter;
import io.weft.zoo.Zoo;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelNameTest {
  private static Stream<String> trained() {
    return Models.names().stream().filter(name -> !name.equals(SimulatedModel.NAME));
  }

  private static List<List<Object>> tensors(List<Parameter> parameters) {
    return parameters.stream().map(it -> List.<Object>of(it.shape(), it.stages())).toList();
  }

  @ParameterizedTest
  @MethodSource("trained")
  void what_is_predicted_has_the_tensors_of_what_is_trained(String name) {
    assertThat(tensors(Zoo.named(name).parameters())).isEqualTo(tensors(Models.parameters(name)));
  }

  @Test
  void a_network_that_is_only_predicted_is_refused_by_who_trains() {
    assertThatThrownBy(() -> ModelName.checkTrainable("resnet-50"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "resnet-50 can be simulated and planned, not trained here: give --model one of %s",
            String.join(", ", Models.names()));
  }

  @Test
  void a_name_that_nobody_knows_is_answered_with_the_nearest() {
    assertThatThrownBy(() -> ModelName.checkTrainable("gpt-nana"))
        .hasMessageContaining("there is no model 'gpt-nana' (did you mean 'gpt-nano'?)");
    assertThatThrownBy(() -> ModelName.profile("resnet-5"))
        .hasMessageContaining("did you mean 'resnet-50'?");
  }

  @Test
  void what_must_be_measured_says_how() {
    assertThatThrownBy(() -> ModelName.profile("sim"))
        .hasMessageContaining("run 'weft profile --model sim' and give --model sim.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"train", "profile", "simulate", "plan"})
  void help_lists_all_that_a_command_takes(String command) {
    var recorded = new RecordedTerminal();
    assertThat(Weft.run(recorded.pipe(), command, "--help")).isZero();
    var help = recorded.out().replaceAll("\\s+", " ");
    boolean predicts = command.equals("simulate") || command.equals("plan");
    assertThat(help).contains(String.join(", ", predicts ? Zoo.names() : Models.names()));
    if (predicts) {
      assertThat(help).contains("10gbe-v100x4, ", "hosts, ranks_per_host, ", "--example-cluster");
    }
  }
}
