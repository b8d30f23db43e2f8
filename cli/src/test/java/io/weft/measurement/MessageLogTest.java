package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Communicator;
import io.weft.collective.Elementwise;
import io.weft.collective.Options;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Choice;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Timeline;
import io.weft.collective.program.Topology;
import io.weft.engine.zoo.Models;
import io.weft.engine.zoo.SimulatedModel;
import io.weft.engine.zoo.Simulation;
import io.weft.measurement.LoggedTransport.Message;
import io.weft.model.BucketPlan;
import io.weft.network.LocalNetwork;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.FiniteCheck;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Task;
import io.weft.strategy.Strategy;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.training.StrategySettings;
import io.weft.training.Training;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is simulated is what is run: the same messages between the same ranks. */
class MessageLogTest {
  private static final int RANKS = 4;

  /** Runs a body on every rank and returns what was sent. */
  private static List<Message> real(Consumer<Communicator> body) throws Exception {
    var log = new ConcurrentLinkedQueue<Message>();
    var network = new LocalNetwork(RANKS);
    var options = Options.oneHost(RANKS);
    try (var threads = Executors.newFixedThreadPool(RANKS)) {
      var ends = new ArrayList<Future<?>>();
      for (int rank = 0; rank < RANKS; rank++) {
        var transport = new LoggedTransport(network.transport(rank), log);
        ends.add(
            threads.submit(
                () -> {
                  try (transport;
                      var communicator = Communicator.open(transport, options)) {
                    body.accept(communicator);
                  }
                }));
      }
      for (var end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
    }
    return List.copyOf(log);
  }

  /** What the walk that prices a collective sends. */
  private static List<Message> simulated(Operation operation, String name, long count, int bytes) {
    var collective =
        new Collective(operation, Topology.oneHost(RANKS), 0, new Elementwise(Reduction.SUM), 1);
    var costs = ClusterCosts.TYPICAL;
    var algorithm = Algorithms.named(name);
    var offer = Choice.among(List.of(algorithm), collective, count, bytes, costs).getFirst();
    List<Program> programs =
        IntStream.range(0, RANKS)
            .mapToObj(rank -> algorithm.program(offer.collective(), rank))
            .toList();
    var layout = Layout.even(count, programs.getFirst().chunkCount());
    var messages = new ArrayList<Message>();
    for (var flight : Timeline.of(programs, layout, bytes, costs).flights()) {
      if (flight.step() instanceof Step.Receive receive) {
        long elements = receive.to().chunks().stream().mapToLong(layout::length).sum();
        messages.add(new Message(flight.from(), flight.to(), elements * bytes));
      }
    }
    return messages;
  }

  private static void assertAllReduceSends(String name, int count) throws Exception {
    var sent =
        real(
            communicator ->
                communicator.using(name).allReduce(Tensor.of(new float[count]), Reduction.SUM));
    assertThat(sent)
        .as(name)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            simulated(Operation.ALL_REDUCE, name, count, Float.BYTES));
  }

  @Test
  void a_collective_sends_the_messages_that_its_price_counts() throws Exception {
    for (var name : List.of("ring", "recursive-doubling", "double-tree", "ordered")) {
      assertAllReduceSends(name, 100_003);
    }
  }

  private static List<Message> trained(int rounds) throws Exception {
    var settings =
        StrategySettings.of(
            Strategy.parse("dear(bucket=64KB) + ring"),
            1,
            new Sgd(0, false, 0),
            new Rate.Constant(0.1));
    return real(
        communicator -> {
          var model = model();
          var feed =
              RandomBatch.of(Models.sample(SimulatedModel.NAME), 1, RANKS, communicator.rank());
          try (var training = Training.open(model, communicator, settings, feed)) {
            for (int round = 1; round <= rounds; round++) {
              training.round(round < rounds);
            }
          }
        });
  }

  private static SimulatedModel model() {
    return new SimulatedModel(new Simulation(4, 100_000, Duration.ofMillis(4)), 1);
  }

  @Test
  void a_round_of_training_sends_what_its_simulated_graph_exchanges() throws Exception {
    var more = new ArrayList<>(trained(4));
    for (var message : trained(3)) {
      assertThat(more.remove(message)).isTrue();
    }
    List<Message> predicted = new ArrayList<>();
    try (var model = model()) {
      var plan = BucketPlan.bySize(model.parameters(), 1 << 16);
      var graph = new DecoupledAllReduce().graph(plan.shape(model.stages(), 1));
      for (var node : FiniteCheck.added(graph).round()) {
        if (node.task() instanceof Task.Transfer(var bucket, var phase, _)) {
          long count = plan.bytesOf(bucket) / Float.BYTES;
          predicted.addAll(simulated(operation(phase), "ring", count, Float.BYTES));
        } else if (node.task() instanceof Task.Agree) {
          predicted.addAll(simulated(Operation.ALL_REDUCE, "ring", 1, Long.BYTES));
        }
      }
    }
    assertThat(more).isNotEmpty().containsExactlyInAnyOrderElementsOf(predicted);
  }

  private static Operation operation(Phase phase) {
    return switch (phase) {
      case REDUCE_SCATTER_GRADIENTS -> Operation.REDUCE_SCATTER;
      case ALL_GATHER_GRADIENTS, ALL_GATHER_PARAMETERS -> Operation.ALL_GATHER;
      case ALL_REDUCE_GRADIENTS, AVERAGE_PARAMETERS -> Operation.ALL_REDUCE;
    };
  }
}
