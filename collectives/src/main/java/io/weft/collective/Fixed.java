package io.weft.collective;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Operation;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The algorithm that a communicator uses for some operations; the cheapest for all others. */
record Fixed(Optional<Algorithm> algorithm, Set<Operation> operations) {
  static final Fixed NONE = new Fixed(Optional.empty(), Set.of());

  Fixed {
    operations = Set.copyOf(operations);
  }

  static Fixed everywhere(Algorithm algorithm) {
    return new Fixed(Optional.of(algorithm), EnumSet.allOf(Operation.class));
  }

  Optional<Algorithm> of(Operation operation) {
    return operations.contains(operation) ? algorithm : Optional.empty();
  }
}
