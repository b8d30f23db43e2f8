package io.weft.engine.zoo;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.engine.DjlModel;
import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelsTest {
  /** What follows from the layers of each. */
  @ParameterizedTest
  @CsvSource({
    "mlp, 4, 15761930",
    "resnet18, 10, 11173962",
    "vgg, 9, 9228362",
    "vgg-nano, 4, 24346",
    "gpt-nano, 6, 834304",
    "gpt-mini, 8, 10844160",
    "gpt-small, 14, 86039040",
  })
  void a_model_has_the_stages_and_parameters_of_its_name(String name, int stages, long count) {
    var network = Models.network(name);
    assertThat(network.name()).isEqualTo(name);
    assertThat(network.stages()).hasSize(stages);
    assertThat(network.parameters().stream().mapToLong(Parameter::count).sum()).isEqualTo(count);
  }

  @Test
  void an_unknown_name_is_told_the_nearest() {
    assertThatThrownBy(() -> Models.open("resnet", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown model \"resnet\": did you mean \"resnet18\"? there are mlp, resnet18, vgg,"
                + " vgg-nano, gpt-nano, gpt-mini, gpt-small, sim");
  }

  @Test
  void every_name_has_a_sample() {
    assertThat(Models.names()).isNotEmpty().allSatisfy(name -> Models.sample(name));
  }

  @Test
  void equal_seeds_begin_alike_and_others_do_not() {
    assertThat(begin(1)).isEqualTo(begin(1)).isNotEqualTo(begin(2));
  }

  private static float[] begin(long seed) {
    var network = Models.network("gpt-nano");
    var plan = BucketPlan.perParameter(network.parameters());
    try (var memory = new ModelMemory(plan, network.buffers());
        var model = new DjlModel(network, seed)) {
      model.place(memory);
      return memory.parameter(0).segment().toArray(JAVA_FLOAT);
    }
  }
}
