package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.schedule.graph.StepGraph;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;

/**
 * One rank's part in training a model on all ranks of a communicator. Every rank makes the same
 * calls with the same settings; used by the thread that opened the model.
 *
 * <pre>{@code
 * try (var training = Training.open(model, communicator, settings, feed)) {
 *   for (long step = 0; step < steps; step++) {
 *     training.round(step < steps - 1);
 *   }
 * }
 * }</pre>
 */
public final class Training implements AutoCloseable {
  private final Communicator communicator;
  private final Model model;
  private final Arrangement arrangement;
  private final Replica replica;
  private final RoundRunner runner;

  private Training(Communicator communicator, Model model, Settings settings, Feed feed) {
    this.communicator = communicator;
    this.model = model;
    if (model.parameters().stream().noneMatch(parameter -> parameter.trained())) {
      throw new IllegalArgumentException(
          "the model has no parameter to train: it needs at least one that is not frozen");
    }
    var plan =
        switch (settings.grouping()) {
          case Grouping.Fixed(var bytes) -> BucketPlan.bySize(model.parameters(), bytes);
          case Grouping.Parts _ -> BucketPlan.perParameter(model.parameters());
        };
    this.arrangement = Arrangement.of(model, plan, settings);
    model.place(arrangement.memory());
    this.replica = new Replica(model, arrangement, settings, feed, communicator);
    var exchanging = settings.collective().map(communicator::using).orElse(communicator);
    var admission = admission(settings.grouping());
    this.runner = new RoundRunner(arrangement.graph(), exchanging, replica, admission, 0);
  }

  private Admission admission(Grouping grouping) {
    long credit =
        switch (grouping) {
          case Grouping.Fixed _ -> Long.MAX_VALUE;
          case Grouping.Parts(_, var bytes) -> bytes;
        };
    return new Admission(credit, item -> arrangement.bytesOf(item.node.task()));
  }

  /** All ranks begin with the parameters and buffers of rank 0. */
  public static Training open(
      Model model, Communicator communicator, Settings settings, Feed feed) {
    var training = new Training(communicator, model, settings, feed);
    for (int index = 0; index < model.parameters().size(); index++) {
      communicator.broadcast(training.memory().parameter(index), 0);
    }
    for (int index = 0; index < model.buffers().size(); index++) {
      communicator.broadcast(training.memory().buffer(index), 0);
    }
    return training;
  }

  /** What every rank does in a round. */
  public StepGraph graph() {
    return arrangement.graph();
  }

  /** Where the model lies. While a run is not ended, parameters may be those of another step. */
  public ModelMemory memory() {
    return arrangement.memory();
  }

  /** How many rounds have been performed. */
  public long rounds() {
    return runner.next();
  }

  /**
   * Performs the next round.
   *
   * @param more whether another follows before the parameters are looked at; if not, what is owed
   *     is done too, and all ranks hold all parameters
   */
  public void round(boolean more) {
    runner.round(more);
  }

  /** The mean loss over the samples of all ranks in the last round. All ranks call it. */
  public double loss() {
    double[] loss = {replica.loss(runner.next() - 1)};
    communicator.allReduce(Tensor.of(loss), Reduction.SUM);
    return loss[0];
  }

  /** Frees the memory, and closes the model that uses it. */
  @Override
  public void close() {
    runner.close();
    model.close();
    replica.close();
    arrangement.close();
  }
}
