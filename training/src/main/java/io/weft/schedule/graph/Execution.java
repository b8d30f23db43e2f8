package io.weft.schedule.graph;

import io.weft.schedule.graph.Content.Contribution;
import io.weft.schedule.graph.Content.Passed;
import io.weft.schedule.graph.Content.Scope;
import io.weft.schedule.graph.Extent.Part;
import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import io.weft.schedule.graph.Task.Local;
import io.weft.schedule.graph.Task.Release;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Performs a run on symbolic memory. This is the one place that says what tasks touch and what they
 * make of it; {@link Refuted} is thrown where that breaks the law.
 */
final class Execution {
  private final StepGraph graph;
  private final Shape shape;
  private final int stepsPerRound;
  private final int rounds;
  private final SymbolicMemory memory = new SymbolicMemory();

  /** The memory as each round left it. */
  private final List<Map<Cell, Content>> snapshots = new ArrayList<>();

  Execution(StepGraph graph, int rounds) {
    this.graph = graph;
    this.shape = graph.shape();
    this.stepsPerRound = graph.consistency().stepsPerRound();
    this.rounds = rounds;
  }

  void run() {
    for (var instance : graph.unroll(rounds)) {
      while (snapshots.size() < instance.round()) {
        snapshots.add(memory.snapshot());
      }
      memory.begin(instance);
      perform(instance);
    }
    checkEnd();
  }

  Set<Object> accesses() {
    return memory.accesses();
  }

  /** The memory after a round that is not the last. */
  Map<Cell, Content> after(int round) {
    return snapshots.get(round);
  }

  private void perform(Instance instance) {
    switch (instance.task()) {
      case Forward(var stage, var micro) -> forward(instance, stage, micro);
      case Backward(var stage, var micro) -> backward(instance, stage, micro);
      case Transfer(var bucket, var phase, _) -> transfer(instance, bucket, phase);
      case Update update -> update(instance, update);
      case Local local -> treat(instance, local);
      case Agree agree -> agree(instance, agree);
      case Release(var bucket, _) ->
          memory.write(instance, new Cell.Parameters(bucket, Part.REST), new Content.Nothing());
    }
  }

  private void forward(Instance instance, int stage, int micro) {
    readParameters(instance, stage, micro);
    if (stage > 0) {
      readPassed(instance, new Cell.Activations(stage - 1, micro));
    }
    memory.write(instance, new Cell.Activations(stage, micro), new Passed(instance.origin()));
  }

  private void backward(Instance instance, int stage, int micro) {
    readParameters(instance, stage, micro);
    readPassed(instance, new Cell.Activations(stage, micro));
    if (stage > 0) {
      readPassed(instance, new Cell.Activations(stage - 1, micro));
    }
    if (stage < shape.stages() - 1) {
      readPassed(instance, new Cell.Errors(stage + 1, micro));
    }
    memory.write(instance, new Cell.Errors(stage, micro), new Passed(instance.origin()));
    for (int bucket : shape.bucketsOf(stage)) {
      for (var part : Part.values()) {
        var cell = gradients(instance, bucket, part);
        var old = readGradients(instance, cell);
        if (old.scope() == Scope.ALL_RANKS || !old.treatments().isEmpty()) {
          throw new Refuted(
              "%s adds to %s, which were already exchanged or treated".formatted(instance, cell));
        }
        memory.write(instance, cell, old.plus(new Contribution(instance.origin(), stage, micro)));
      }
    }
  }

  private void readParameters(Instance instance, int stage, int micro) {
    int stepInRound = micro / shape.microSteps();
    var due = due(instance.origin(), stepInRound);
    for (int bucket : shape.bucketsOf(stage)) {
      for (var part : Part.values()) {
        var cell = new Cell.Parameters(bucket, part);
        var found = memory.read(instance, cell);
        if (!found.equals(due)) {
          throw new Refuted(
              "%s reads %s with %s, and %s promises %s"
                  .formatted(instance, cell, found, graph.consistency(), due));
        }
      }
    }
  }

  /** The parameters that a step of a round must read. */
  private Content.Parameters due(int round, int stepInRound) {
    int shared = round * stepsPerRound - graph.consistency().delay();
    return new Content.Parameters(Math.max(0, shared), stepInRound);
  }

  private void readPassed(Instance instance, Cell cell) {
    var found = memory.read(instance, cell);
    if (!found.equals(new Passed(instance.origin()))) {
      throw new Refuted(
          "%s reads %s and finds %s, not those of round %d"
              .formatted(instance, cell, found, instance.origin()));
    }
  }

  private void transfer(Instance instance, int bucket, Phase phase) {
    var own = gradients(instance, bucket, Part.OWN);
    var rest = gradients(instance, bucket, Part.REST);
    switch (phase) {
      case ALL_REDUCE_GRADIENTS -> {
        memory.write(instance, own, sum(instance, bucket, own));
        memory.write(instance, rest, sum(instance, bucket, rest));
      }
      case REDUCE_SCATTER_GRADIENTS -> {
        sum(instance, bucket, rest);
        memory.write(instance, own, sum(instance, bucket, own));
        memory.write(instance, rest, new Content.Nothing());
      }
      case ALL_GATHER_GRADIENTS -> {
        var shard = complete(instance, bucket, 0, own, Scope.ALL_RANKS);
        memory.write(instance, rest, shard);
      }
      case ALL_GATHER_PARAMETERS -> gather(instance, bucket);
      case AVERAGE_PARAMETERS -> average(instance, bucket);
    }
  }

  private void gather(Instance instance, int bucket) {
    var cell = new Cell.Parameters(bucket, Part.OWN);
    var shard = memory.read(instance, cell);
    if (shard instanceof Content.Parameters(_, var own) && own > 0) {
      throw new Refuted(
          "%s finds %s with %s, which every rank has others of".formatted(instance, cell, shard));
    }
    memory.write(instance, new Cell.Parameters(bucket, Part.REST), shard);
  }

  private Content sum(Instance instance, int bucket, Cell cell) {
    return complete(instance, bucket, 0, cell, Scope.THIS_RANK).summed();
  }

  private void average(Instance instance, int bucket) {
    var due = due(instance.origin(), stepsPerRound);
    for (var part : Part.values()) {
      var cell = new Cell.Parameters(bucket, part);
      var found = memory.read(instance, cell);
      if (!(graph.consistency() instanceof Consistency.Local) || !found.equals(due)) {
        throw new Refuted(
            "%s finds %s with %s, and %s averages once a round, after all its own updates"
                .formatted(instance, cell, found, graph.consistency()));
      }
      memory.write(instance, cell, due(instance.origin() + 1, 0));
    }
  }

  private void update(Instance instance, Update update) {
    boolean local = graph.consistency() instanceof Consistency.Local;
    var scope = local ? Scope.THIS_RANK : Scope.ALL_RANKS;
    int step = instance.origin() * stepsPerRound + update.step();
    for (var part : update.extent().parts()) {
      var cell = gradients(instance, update.bucket(), part);
      var gradient = complete(instance, update.bucket(), update.step(), cell, scope);
      if (!gradient.treatments().equals(graph.treatments())) {
        throw new Refuted(
            "%s applies a gradient after %s, promised was after %s"
                .formatted(instance, gradient.treatments(), graph.treatments()));
      }
      var parameters = new Cell.Parameters(update.bucket(), part);
      var found = memory.read(instance, parameters);
      if (!(found instanceof Content.Parameters(var shared, var own)) || shared + own != step) {
        throw new Refuted(
            "%s applies the gradient of step %d to %s with %s"
                .formatted(instance, step, parameters, found));
      }
      memory.write(
          instance,
          parameters,
          local
              ? new Content.Parameters(shared, own + 1)
              : new Content.Parameters(shared + 1, own));
    }
    for (var part : Part.values()) {
      memory.write(instance, gradients(instance, update.bucket(), part), Content.Gradients.CLEARED);
    }
  }

  private void treat(Instance instance, Local local) {
    for (var part : local.extent().parts()) {
      var cell = gradients(instance, local.bucket(), part);
      var scope = readGradients(instance, cell).scope();
      var gradient = complete(instance, local.bucket(), local.step(), cell, scope);
      local.agreements().forEach(name -> checkAgreement(instance, local, name, gradient));
      memory.write(instance, cell, gradient.treated(local.name()));
    }
  }

  /** An agreement is about the gradients as they are now. */
  private void checkAgreement(
      Instance instance, Local local, String name, Content.Gradients gradient) {
    var cell = new Cell.Agreement(name);
    var found = memory.read(instance, cell);
    if (!(found instanceof Content.Agreement(var round, var buckets, var treatments))
        || round != instance.origin()
        || !buckets.contains(local.bucket())
        || !treatments.equals(gradient.treatments())) {
      throw new Refuted(
          "%s reads %s and finds %s, which says nothing about bucket %d after %s in round %d"
              .formatted(
                  instance, cell, found, local.bucket(), gradient.treatments(), instance.origin()));
    }
  }

  private void agree(Instance instance, Agree agree) {
    var treatments = new HashSet<List<String>>();
    for (int bucket : agree.buckets()) {
      for (var part : agree.extent().parts()) {
        var cell = gradients(instance, bucket, part);
        treatments.add(complete(instance, bucket, 0, cell, Scope.ALL_RANKS).treatments());
      }
    }
    if (treatments.size() > 1) {
      throw new Refuted(
          "%s is about gradients after different treatments %s".formatted(instance, treatments));
    }
    var common = treatments.isEmpty() ? List.<String>of() : treatments.iterator().next();
    memory.write(
        instance,
        new Cell.Agreement(agree.name()),
        new Content.Agreement(instance.origin(), agree.buckets(), common));
  }

  private Cell gradients(Instance instance, int bucket, Part part) {
    return new Cell.Gradients(bucket, part, instance.origin() % graph.gradientBuffers());
  }

  private Content.Gradients readGradients(Instance instance, Cell cell) {
    if (memory.read(instance, cell) instanceof Content.Gradients gradients) {
      return gradients;
    }
    throw new Refuted("%s uses %s, which are lost".formatted(instance, cell));
  }

  /** Reads gradients that must hold every contribution to one step, once, and nothing else. */
  private Content.Gradients complete(
      Instance instance, int bucket, int stepInRound, Cell cell, Scope scope) {
    var due = new HashSet<Contribution>();
    for (int stage : shape.users().get(bucket)) {
      for (int i = 0; i < shape.microSteps(); i++) {
        due.add(new Contribution(instance.origin(), stage, stepInRound * shape.microSteps() + i));
      }
    }
    var found = readGradients(instance, cell);
    if (found.scope() != scope || !found.contributions().equals(due)) {
      throw new Refuted(
          "%s finds %s in %s, due were %s of this step"
              .formatted(instance, found, cell, new Content.Gradients(scope, due, List.of())));
    }
    return found;
  }

  /** After the epilogue every rank holds all parameters with all updates, and owes nothing. */
  private void checkEnd() {
    var due = new Content.Parameters(rounds * stepsPerRound, 0);
    for (int bucket = 0; bucket < shape.buckets(); bucket++) {
      for (var part : Part.values()) {
        checkLeft(new Cell.Parameters(bucket, part), due);
        for (int buffer = 0; buffer < graph.gradientBuffers(); buffer++) {
          checkLeft(new Cell.Gradients(bucket, part, buffer), Content.Gradients.CLEARED);
        }
      }
    }
  }

  private void checkLeft(Cell cell, Content due) {
    if (!memory.end(cell).equals(due)) {
      throw new Refuted(
          "after the epilogue (rounds: %d) %s hold %s, due were %s"
              .formatted(rounds, cell, memory.end(cell), due));
    }
  }
}
