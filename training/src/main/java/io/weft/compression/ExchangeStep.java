package io.weft.compression;

import io.weft.collective.program.Collective;
import java.util.List;

/** One link of an exchange. It reads values by name and makes one new value. */
public sealed interface ExchangeStep {
  /** What a rank does by itself. */
  enum Kind {
    /** From what it has to what is sent. */
    ENCODE,
    /** From what was received to what the next step needs. */
    TRANSFORM,
    /** From what was received to the result. */
    DECODE
  }

  String makes();

  /**
   * Done by each rank by itself; the same inputs give the same result on every rank.
   *
   * @param name what is done, as in {@code orthonormalise}
   */
  record Local(Kind kind, String name, List<String> reads, String makes) implements ExchangeStep {
    public Local {
      reads = List.copyOf(reads);
      if (reads.isEmpty()) {
        throw new IllegalArgumentException(
            "%s reads nothing: name the values that it depends on".formatted(name));
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Done by all ranks together. */
  record Joint(Collective collective, Payload payload, String reads, String makes)
      implements ExchangeStep {
    @Override
    public String toString() {
      return "the " + collective + " that makes " + makes;
    }
  }
}
