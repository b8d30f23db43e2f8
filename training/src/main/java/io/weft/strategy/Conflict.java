package io.weft.strategy;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import java.util.Set;

/**
 * Why terms do not go together.
 *
 * @param asker the name whose need is not met
 * @param need the first capability that is missing
 * @param reason a clause without its full stop
 * @param axes where a change could help
 */
record Conflict(String asker, Capability need, String reason, Set<Axis> axes) {
  /** Whether a change has left this very need unmet. */
  boolean sameAs(Conflict other) {
    return asker.equals(other.asker) && need == other.need;
  }
}
