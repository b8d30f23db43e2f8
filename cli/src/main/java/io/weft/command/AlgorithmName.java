package io.weft.command;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.strategy.line.Nearest;

/** Algorithms as they are written on a command line: {@code halving-doubling}. */
final class AlgorithmName {
  private AlgorithmName() {}

  static Algorithm parse(String text) {
    var names = Algorithms.all().stream().map(Algorithm::name).toList();
    if (names.contains(text)) {
      return Algorithms.named(text);
    }
    throw new IllegalArgumentException(
        "there is no algorithm '%s'%s: give one of %s"
            .formatted(
                text,
                Nearest.to(text, names).map("; did you mean '%s'?"::formatted).orElse(""),
                String.join(", ", names)));
  }
}
