package io.weft.engine.zoo;

import io.weft.engine.DjlModel;
import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.model.Model;
import io.weft.model.NamePattern;
import io.weft.model.Parameter;
import io.weft.strategy.line.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** From a name to a model; {@link Sized} has those with sizes in their names. */
public final class Models {
  private static final int BYTES = 256;

  private static final Map<String, Supplier<Network>> NETWORKS = networks();

  private Models() {}

  private static Map<String, Supplier<Network>> networks() {
    var networks = new LinkedHashMap<String, Supplier<Network>>();
    networks.put("mlp", () -> mlp("mlp"));
    networks.put("resnet18", () -> resnet("resnet18"));
    networks.put("vgg", () -> vgg("vgg"));
    networks.put("vgg-nano", () -> vggNano("vgg-nano"));
    networks.put("gpt-nano", () -> gpt("gpt-nano", 4, 128, 4, 64));
    networks.put("gpt-mini", () -> gpt("gpt-mini", 6, 384, 6, 256));
    networks.put("gpt-small", () -> gpt("gpt-small", 12, 768, 12, 1024));
    return networks;
  }

  private static Network mlp(String name) {
    return new Perceptron(name, List.of(1024, 2560, 2560, 2560, 10)).network();
  }

  private static Network resnet(String name) {
    return new ResNet(name, List.of(64, 128, 256, 512), smallImages()).network();
  }

  /** VGG-11. */
  private static Network vgg(String name) {
    var groups =
        List.of(List.of(64), List.of(128), List.of(256, 256), List.of(512, 512), List.of(512, 512));
    return new Vgg(name, groups, smallImages()).network();
  }

  /** Three convolutions, for experiments of many runs. */
  private static Network vggNano(String name) {
    return new Vgg(name, List.of(List.of(16), List.of(32), List.of(64)), smallImages()).network();
  }

  private static Sample.Features smallImages() {
    return new Sample.Features(List.of(3L, 32L, 32L), 10);
  }

  private static Network gpt(String name, int layers, int width, int heads, int context) {
    return new Gpt(name, layers, width, heads, new Sample.Tokens(context, BYTES)).network();
  }

  public static List<String> names() {
    return Stream.concat(NETWORKS.keySet().stream(), Stream.of(SimulatedModel.NAME)).toList();
  }

  /** What one sample of a model is. */
  public static Sample sample(String name) {
    return name.equals(SimulatedModel.NAME) ? SimulatedModel.SAMPLE : network(name).sample();
  }

  /** What a model trains, known without the engine; {@code sim} has what it has by default. */
  public static List<Parameter> parameters(String name) {
    if (!name.equals(SimulatedModel.NAME)) {
      return network(name).parameters();
    }
    try (var model = new SimulatedModel(Simulation.DEFAULT, 0)) {
      return model.parameters();
    }
  }

  /** A model with the weights that the seed gives. */
  public static Model open(String name, long seed) {
    return name.equals(SimulatedModel.NAME)
        ? new SimulatedModel(Simulation.DEFAULT, seed)
        : new DjlModel(network(name), seed);
  }

  /** The same with parameters frozen whose names are as some patterns say. */
  public static Model open(String name, long seed, List<NamePattern> frozen) {
    checkFrozen(name, frozen);
    return frozen.isEmpty() ? open(name, seed) : new DjlModel(network(name).freeze(frozen), seed);
  }

  /** Refuses patterns that are about no parameter of a model, or about all of them. */
  public static void checkFrozen(String name, List<NamePattern> frozen) {
    if (frozen.isEmpty()) {
      return;
    }
    if (name.equals(SimulatedModel.NAME)) {
      throw new IllegalArgumentException("model sim only waits: there is nothing to freeze");
    }
    var _ = network(name).freeze(frozen);
  }

  static Network network(String name) {
    var network = NETWORKS.get(name);
    return network == null ? Sized.network(name).orElseThrow(() -> unknown(name)) : network.get();
  }

  /** Whether there is such a model, perhaps with sizes in its name. */
  public static boolean has(String name) {
    return names().contains(name) || Sized.network(name).isPresent();
  }

  private static IllegalArgumentException unknown(String name) {
    String guess = Nearest.to(name, names()).map("did you mean \"%s\"? "::formatted).orElse("");
    return new IllegalArgumentException(
        "unknown model \"%s\": %sthere are %s".formatted(name, guess, String.join(", ", names())));
  }
}
