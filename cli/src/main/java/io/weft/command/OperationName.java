package io.weft.command;

import io.weft.collective.program.Operation;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Operations as they are written on a command line: {@code all-reduce}. */
final class OperationName {
  private OperationName() {}

  static Operation parse(String text) {
    return Arrays.stream(Operation.values())
        .filter(operation -> operation.label().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no operation '%s': give one of %s".formatted(text, all())));
  }

  private static String all() {
    return Arrays.stream(Operation.values())
        .map(Operation::label)
        .collect(Collectors.joining(", "));
  }
}
