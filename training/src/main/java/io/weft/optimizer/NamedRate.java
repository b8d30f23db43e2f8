package io.weft.optimizer;

import io.weft.model.NamePattern;
import io.weft.model.Parameter;
import java.util.List;

/**
 * Parameters of some names learn with so many times the rate.
 *
 * @param factor above 0; what is not to learn at all is frozen
 */
public record NamedRate(NamePattern names, double factor) {
  public NamedRate {
    if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the rate of \"%s\" times %s: give a number above 0; what is not to learn is frozen"
              .formatted(names.text(), factor));
    }
  }

  /** Refuses a pattern that is about no parameter: it is mistaken. */
  void check(List<Parameter> parameters) {
    if (parameters.stream().noneMatch(it -> names.matches(it.name()))) {
      throw new IllegalArgumentException(
          "the rate of \"%s\": no parameter has such a name; there are %s"
              .formatted(names.text(), NamePattern.some(parameters)));
    }
  }

  /** As in {@code *.bias: 0.1}. */
  @Override
  public String toString() {
    return names.text() + ": " + factor;
  }
}
