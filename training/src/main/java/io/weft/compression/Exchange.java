package io.weft.compression;

import io.weft.collective.program.Collective;
import io.weft.collective.program.Operator;
import io.weft.collective.program.Topology;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What ranks do with one bucket until each has what it needs: a chain of local tasks and
 * collectives, such as encode, all-reduce, transform, all-reduce, decode. It begins with the value
 * {@link #INPUT} and ends with the value that its last step makes.
 *
 * <p>The law, checked when an exchange is made: every step reads only what was made before it; a
 * size that depends on data depends only on values that all ranks hold alike by then; collectives
 * add only what differs from rank to rank, so nothing is counted more than once; and the end is
 * what the goal says, with a part of every rank in it. What encoding loses is no matter of this
 * law.
 *
 * @param memory what ranks keep from exchange to exchange, by name, and how it lies on them:
 *     residuals, a factor to start from, the seed of a common random choice
 */
public record Exchange(
    String name, Goal goal, SequencedMap<String, Holding> memory, List<ExchangeStep> steps) {
  /** The name of the value with which every exchange begins. */
  public static final String INPUT = "input";

  public Exchange {
    memory = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(memory));
    steps = List.copyOf(steps);
    new ExchangeLaw(name, goal, memory).check(steps);
  }

  /** One collective and nothing else: no compression. */
  public static Exchange dense(Goal goal, Topology topology, Operator operator, Payload payload) {
    var collective = new Collective(goal.dense(), topology, 0, operator, 1);
    return new Exchange(
        "dense",
        goal,
        new LinkedHashMap<>(),
        List.of(new ExchangeStep.Joint(collective, payload, INPUT, "output")));
  }

  /** The collectives of the chain, in order. */
  public List<ExchangeStep.Joint> joints() {
    return steps.stream()
        .filter(ExchangeStep.Joint.class::isInstance)
        .map(ExchangeStep.Joint.class::cast)
        .toList();
  }
}
