package io.weft.schedule;

import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Dependency;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.List;

/**
 * Local SGD: H steps on each rank's own gradients, then the mean of all parameters. A bucket is
 * averaged as soon as its last update is done, and the next round's forward waits for it stage by
 * stage.
 *
 * <p>Stich, "Local SGD Converges Fast and Communicates Little", ICLR 2019.
 *
 * @param period H
 */
public record LocalSteps(int period) implements Schedule {
  public LocalSteps {
    if (period < 1) {
      throw new IllegalArgumentException(
          "period=%d: at least 1 step between averagings".formatted(period));
    }
  }

  @Override
  public String name() {
    return "local-sgd(period=" + period + ")";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, period);
    var round = new ArrayList<Node>();
    for (int step = 0; step < period; step++) {
      int current = step;
      round.addAll(passes.step(step, stage -> waits(shape, stage, current)));
      for (int bucket : passes.bucketsAsCompleted()) {
        round.add(Node.of(update(bucket, step)).after(passes.lastBackward(bucket, step)));
      }
    }
    for (int bucket : passes.bucketsAsCompleted()) {
      round.add(Node.of(average(bucket)).after(update(bucket, period - 1)));
    }
    return StepGraph.of(name(), new Consistency.Local(period), shape, round);
  }

  private static List<Dependency> waits(Shape shape, int stage, int step) {
    return shape.bucketsFirstUsedBy(stage).stream()
        .map(
            bucket ->
                step == 0
                    ? new Dependency(average(bucket), 1)
                    : new Dependency(update(bucket, step - 1), 0))
        .toList();
  }

  private static Update update(int bucket, int step) {
    return new Update(bucket, step, Extent.WHOLE);
  }

  private static Transfer average(int bucket) {
    return new Transfer(bucket, Phase.AVERAGE_PARAMETERS);
  }
}
