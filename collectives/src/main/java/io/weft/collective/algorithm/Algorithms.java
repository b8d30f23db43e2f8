package io.weft.collective.algorithm;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import java.util.List;
import java.util.stream.Collectors;

/** All algorithms, by name. */
public final class Algorithms {
  private static final List<Algorithm> ALL =
      List.of(
          new Ring(),
          new Ordered(),
          new RecursiveDoubling(),
          new HalvingDoubling(),
          new BinomialTree(),
          new DoubleTree(),
          new Hierarchical(),
          new Torus(),
          new BlueConnect(),
          new Pairwise(),
          new Bruck(),
          new Direct(),
          new Flat(),
          new Star());

  private Algorithms() {}

  public static List<Algorithm> all() {
    return ALL;
  }

  /** Those that can do a collective. */
  public static List<Algorithm> able(Collective collective) {
    return ALL.stream().filter(algorithm -> algorithm.refusal(collective).isEmpty()).toList();
  }

  public static Algorithm named(String name) {
    return ALL.stream()
        .filter(algorithm -> algorithm.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no algorithm \"%s\": choose one of %s".formatted(name, names())));
  }

  private static String names() {
    return ALL.stream().map(Algorithm::name).collect(Collectors.joining(", "));
  }
}
