package io.weft.schedule;

import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import java.util.List;
import java.util.stream.IntStream;

/** A schedule with agreed norms for any shape: of each bucket, or of all together. */
public record NormsOf(Schedule schedule, boolean together) implements Schedule {
  @Override
  public String name() {
    return schedule.name() + " with norms of " + (together ? "all" : "each");
  }

  @Override
  public StepGraph graph(Shape shape) {
    var buckets = IntStream.range(0, shape.buckets()).boxed().toList();
    var groups = together ? List.of(buckets) : buckets.stream().map(List::of).toList();
    return new AgreedNorms(schedule, groups).graph(shape);
  }
}
