package io.weft.training;

import io.weft.collective.Communicator;
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
  private final Settings settings;
  private final BackwardProfile profile = new BackwardProfile(System::nanoTime);
  private final Regrouping regrouping;
  private final Replica replica;
  private Arrangement arrangement;
  private RoundRunner runner;

  /** How many rounds are still looked at before buckets are planned anew; below 0 for never. */
  private int looking;

  private Training(Communicator communicator, Model model, Settings settings, Feed feed) {
    this.communicator = communicator;
    this.model = model;
    this.settings = settings;
    if (model.parameters().stream().noneMatch(parameter -> parameter.trained())) {
      throw new IllegalArgumentException(
          "the model has no parameter to train: it needs at least one that is not frozen");
    }
    this.regrouping = new Regrouping(settings.grouping(), model.parameters(), System::nanoTime);
    this.looking = regrouping.rounds() == 0 ? -1 : regrouping.rounds();
    this.arrangement = Arrangement.of(model, regrouping.first(), settings);
    model.place(arrangement.memory());
    this.replica = new Replica(model, arrangement, settings, feed, profile, communicator);
    this.runner = runner(0);
  }

  private RoundRunner runner(long round) {
    return new RoundRunner(arrangement.graph(), exchanging(), replica, admission(), round);
  }

  private Communicator exchanging() {
    return settings.collective().map(communicator::using).orElse(communicator);
  }

  private Admission admission() {
    long credit =
        settings.grouping() instanceof Grouping.Parts(_, var bytes) ? bytes : Long.MAX_VALUE;
    var arranged = arrangement;
    return new Admission(credit, item -> arranged.bytesOf(item.node.task()));
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

  /** What every rank does in a round. The first rounds may lead to another graph. */
  public StepGraph graph() {
    return arrangement.graph();
  }

  /**
   * Where the model lies. While a run is not ended, parameters may be those of another step, and a
   * round may move the model.
   */
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
    if (looking == 0) {
      regroup();
    }
    looking = Math.max(-1, looking - 1);
    runner.round(more && looking != 0);
  }

  /** Plans buckets anew, and moves everything into them. Nothing is owed at this point. */
  private void regroup() {
    var before = arrangement;
    var planned = before.pieces().plan();
    var plan = regrouping.next(planned, profile, communicator, exchanging());
    if (plan.equals(planned)) {
      return;
    }
    runner.close();
    arrangement = Arrangement.of(model, plan, settings);
    model.place(arrangement.memory());
    replica.move(arrangement, communicator);
    runner = runner(runner.next());
    before.close();
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
