package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.engine.hook.GradientHooks;
import io.weft.engine.zoo.Perceptron;
import io.weft.model.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients that are complete in the middle of a backward. */
class HooksTest {
  @BeforeAll
  static void loadTorch() {
    Torch.open().close();
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    assumeTrue(GradientHooks.available().isPresent(), "no hooks on " + system);
  }

  static List<Network> networks() {
    return OracleTest.networks();
  }

  private static void backward(Model model, Network network, IntConsumer complete) {
    model.begin(Batches.random(network.sample(), 4, 1), 1);
    for (int stage = 0; stage < model.stages(); stage++) {
      model.forward(stage);
    }
    for (int stage = model.stages() - 1; stage >= 0; stage--) {
      model.backward(stage, complete);
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void a_complete_gradient_is_final(Network network) {
    try (var placed = Placed.open(network, 7)) {
      var seen = new HashMap<Integer, List<Integer>>();
      backward(
          placed.model(),
          network,
          index -> assertThat(seen.put(index, bits(placed, index))).isNull());
      var trained = network.parameters().stream().filter(parameter -> parameter.trained());
      assertThat(seen).hasSize((int) trained.count());
      seen.forEach((index, bits) -> assertThat(bits(placed, index)).isEqualTo(bits));
    }
  }

  private static List<Integer> bits(Placed placed, int index) {
    var bits = new ArrayList<Integer>();
    for (int element : placed.memory().gradient(index).segment().toArray(JAVA_INT)) {
      bits.add(element);
    }
    return bits;
  }

  @Test
  void within_a_stage_gradients_are_complete_one_after_another() {
    var network = OracleTest.residual();
    try (var placed = Placed.open(network, 7)) {
      var changing = new HashMap<Integer, Map<Integer, List<Integer>>>();
      backward(
          placed.model(), network, index -> changing.put(index, others(placed, network, index)));
      var unfinished =
          changing.values().stream()
              .flatMap(others -> others.entrySet().stream())
              .filter(other -> !bits(placed, other.getKey()).equals(other.getValue()));
      assertThat(unfinished).as("gradients seen before they were final").isNotEmpty();
    }
  }

  /** The gradients of the other parameters of the same stage, as they are now. */
  private static Map<Integer, List<Integer>> others(Placed placed, Network network, int index) {
    var parameters = network.parameters();
    var others = new HashMap<Integer, List<Integer>>();
    for (int other = 0; other < parameters.size(); other++) {
      boolean near = parameters.get(other).stages().equals(parameters.get(index).stages());
      if (near && other != index) {
        others.put(other, bits(placed, other));
      }
    }
    return others;
  }

  @Test
  void completion_is_told_on_the_thread_that_runs_backward() {
    var network = networks().getFirst();
    try (var placed = Placed.open(network, 7)) {
      var caller = Thread.currentThread();
      backward(placed.model(), network, _ -> assertThat(Thread.currentThread()).isSameAs(caller));
    }
  }

  @Test
  void what_a_listener_throws_reaches_the_caller_of_backward() {
    var network = new Perceptron("perceptron", List.of(6, 16, 3)).network();
    try (var placed = Placed.open(network, 7)) {
      IntConsumer failing =
          index -> {
            throw new IllegalStateException("no room for " + index);
          };
      assertThatThrownBy(() -> backward(placed.model(), network, failing))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("no room for");
      backward(placed.model(), network, _ -> {});
    }
  }

  @Test
  void they_can_be_switched_off() {
    System.setProperty(GradientHooks.PROPERTY, "off");
    try {
      assertThat(GradientHooks.available()).isEmpty();
    } finally {
      System.clearProperty(GradientHooks.PROPERTY);
    }
  }
}
