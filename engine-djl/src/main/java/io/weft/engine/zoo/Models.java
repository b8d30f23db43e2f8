package io.weft.engine.zoo;

import io.weft.engine.DjlModel;
import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.model.Model;
import io.weft.strategy.line.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** From a name to a model. */
public final class Models {
  private static final int BYTES = 256;

  private static final Map<String, Supplier<Network>> NETWORKS = networks();

  private Models() {}

  private static Map<String, Supplier<Network>> networks() {
    var networks = new LinkedHashMap<String, Supplier<Network>>();
    networks.put("mlp", () -> mlp("mlp"));
    networks.put("gpt-nano", () -> gpt("gpt-nano", 4, 128, 4, 64));
    networks.put("gpt-mini", () -> gpt("gpt-mini", 6, 384, 6, 256));
    networks.put("gpt-small", () -> gpt("gpt-small", 12, 768, 12, 1024));
    return networks;
  }

  private static Network mlp(String name) {
    return new Perceptron(name, List.of(1024, 2560, 2560, 2560, 10)).network();
  }

  private static Network gpt(String name, int layers, int width, int heads, int context) {
    return new Gpt(name, layers, width, heads, new Sample.Tokens(context, BYTES)).network();
  }

  public static List<String> names() {
    return List.copyOf(NETWORKS.keySet());
  }

  /** What one sample of a model is. */
  public static Sample sample(String name) {
    return network(name).sample();
  }

  /** A model with the weights that the seed gives. */
  public static Model open(String name, long seed) {
    return new DjlModel(network(name), seed);
  }

  private static Network network(String name) {
    var network = NETWORKS.get(name);
    if (network == null) {
      throw unknown(name);
    }
    return network.get();
  }

  private static IllegalArgumentException unknown(String name) {
    String guess = Nearest.to(name, names()).map("did you mean \"%s\"? "::formatted).orElse("");
    return new IllegalArgumentException(
        "unknown model \"%s\": %sthere are %s".formatted(name, guess, String.join(", ", names())));
  }
}
