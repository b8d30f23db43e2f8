package io.weft.launch;

import io.weft.cli.Cli;
import io.weft.cli.ExitCode;
import io.weft.collective.Communicator;
import io.weft.engine.zoo.SimulatedModel;
import io.weft.engine.zoo.Simulation;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.Rank;
import io.weft.model.Batch;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.optimizer.Shard;
import io.weft.optimizer.Updater;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.training.Feed;
import io.weft.training.Settings;
import io.weft.training.Training;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A rank that trains; one of them sends itself a signal at a certain place of its third step. */
@Command(name = "victim")
final class VictimProgram implements Callable<Integer> {
  /** Where in a step. */
  enum Phase {
    FORWARD,
    /** Its exchange has begun, and cannot end: rank 1 begins its own when the victim is gone. */
    EXCHANGE,
    UPDATE
  }

  private static final long STEP = 2;
  private static final long HANG_GUARD_SECONDS = 30;

  /** The third layer has gradients of 31 KB, and what is exchanged before them has far less. */
  private static final Simulation SIMULATION = new Simulation(3, 12_000, Duration.ZERO);

  private static final long BEGUN_BYTES = 2_000;

  @Parameters(index = "0")
  private int victim;

  @Parameters(index = "1")
  private Phase phase = Phase.FORWARD;

  @Parameters(index = "2")
  private String signal = "KILL";

  private boolean isVictim;
  private long victimPid;
  private long step;

  public static void main(String[] arguments) {
    Cli.runAndExit(_ -> new CommandLine(new VictimProgram()), arguments);
  }

  @Override
  public Integer call() {
    try (var rank = Join.open(JoinOptions.ofProcess())) {
      isVictim = rank.rank() == victim;
      victimPid = victimPid(rank.communicator());
      train(rank);
    }
    return ExitCode.OK.code();
  }

  private long victimPid(Communicator communicator) {
    long[] pid = {isVictim ? ProcessHandle.current().pid() : 0};
    communicator.allReduce(Tensor.of(pid), Reduction.SUM);
    return pid[0];
  }

  private void train(Rank rank) {
    var batch = new Batch(Tensor.of(new float[] {1}), List.of(1L), Tensor.of(new long[] {1}), 1);
    Feed feed =
        (next, _) -> {
          step = next;
          return new Feed.Portion(batch, 1.0 / rank.ranks());
        };
    var settings =
        new Settings(
            new DecoupledAllReduce(),
            0,
            1,
            new Watched(new Sgd(0.9, false, 0)),
            new Rate.Constant(0.01),
            Optional.empty());
    try (var training = Training.open(new Scene(rank), rank.communicator(), settings, feed)) {
      while (training.rounds() <= 2 * STEP) {
        training.round(true);
      }
    }
  }

  private boolean isTime(Phase where) {
    return step == STEP && phase == where;
  }

  private void reached(Phase where) {
    if (isVictim && isTime(where)) {
      try {
        var pid = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** The model, with a look at where it is. */
  private final class Scene extends WatchedModel {
    private final Rank rank;
    private long sentBefore;

    Scene(Rank rank) {
      super(new SimulatedModel(SIMULATION, 1));
      this.rank = rank;
    }

    @Override
    void before(int stage, boolean forward) {
      if (forward && stage == 1) {
        reached(Phase.FORWARD);
      } else if (!forward && stage == 2 && isTime(Phase.EXCHANGE)) {
        sentBefore = rank.socketBytes();
        if (rank.rank() == 1) {
          awaitEndOfVictim();
        }
      } else if (!forward && stage == 1 && isTime(Phase.EXCHANGE) && isVictim) {
        awaitExchange();
        reached(Phase.EXCHANGE);
      }
    }

    private void awaitExchange() {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_GUARD_SECONDS);
      while (rank.socketBytes() < sentBefore + BEGUN_BYTES) {
        if (System.nanoTime() > end) {
          throw new AssertionError("the exchange does not begin");
        }
        Thread.onSpinWait();
      }
    }

    private void awaitEndOfVictim() {
      try {
        var end = ProcessHandle.of(victimPid).map(ProcessHandle::onExit);
        if (end.isPresent()) {
          end.get().get(HANG_GUARD_SECONDS, TimeUnit.SECONDS);
        }
      } catch (InterruptedException | ExecutionException | TimeoutException e) {
        throw new AssertionError("the victim does not end", e);
      }
    }
  }

  /** The optimizer, with a look at where it is. */
  private final class Watched implements Optimizer {
    private final Optimizer real;

    Watched(Optimizer real) {
      this.real = real;
    }

    @Override
    public Updater updater(Shard shard, Arena arena) {
      var updater = real.updater(shard, arena);
      return new Updater() {
        @Override
        public void update(Tensor parameters, Tensor gradients, double rate, long count) {
          reached(Phase.UPDATE);
          updater.update(parameters, gradients, rate, count);
        }

        @Override
        public Map<String, Tensor> state() {
          return updater.state();
        }
      };
    }
  }
}
