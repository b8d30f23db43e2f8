package io.weft.collective.algorithm;

import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentences with which algorithms refuse what they cannot do. */
final class Refusal {
  private Refusal() {}

  /** Refuses every operation but these. */
  static Optional<String> unless(String algorithm, Collective collective, Operation... able) {
    if (Arrays.asList(able).contains(collective.operation())) {
      return Optional.empty();
    }
    return Optional.of(
        "%s does not do %s: it does %s"
            .formatted(
                algorithm,
                collective.operation().label(),
                Arrays.stream(able).map(Operation::label).collect(Collectors.joining(", "))));
  }

  /** Refuses a number of ranks that is not a power of two. */
  static Optional<String> unlessPowerOfTwo(String algorithm, Collective collective) {
    int ranks = collective.ranks();
    if (Integer.bitCount(ranks) == 1) {
      return Optional.empty();
    }
    return Optional.of(
        "%s does %s with 2, 4, 8, … ranks only, not with %d: use ring, or auto"
            .formatted(algorithm, collective.operation().label(), ranks));
  }
}
