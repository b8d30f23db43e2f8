package io.weft.training;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.collective.Communicator;
import io.weft.collective.program.Layout;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * What a checkpoint holds: whole tensors under the names of parameters, which say nothing of ranks,
 * buckets or schedules. So any of them may be others when it is read. Rank 0 writes and reads; what
 * other ranks remember goes through it.
 */
final class Snapshot {
  private static final String MODEL = "model.safetensors";
  private static final String OPTIMIZER = "optimizer.safetensors";
  private static final int ALIGNMENT = 64;

  private final Communicator communicator;
  private final Model model;
  private final ModelMemory memory;
  private final List<Remembered> remembered;

  Snapshot(
      Communicator communicator, Model model, ModelMemory memory, List<Remembered> remembered) {
    this.communicator = communicator;
    this.model = model;
    this.memory = memory;
    this.remembered = remembered;
  }

  private boolean first() {
    return communicator.rank() == 0;
  }

  /** All ranks call it. */
  void save(Progress progress, Optional<Checkpoints> checkpoints) {
    try (var arena = Arena.ofShared()) {
      var states = new ArrayList<NamedTensor>();
      for (var state : remembered) {
        var whole = gathered(state, arena);
        if (first()) {
          states.addAll(byParameter(state, whole));
        }
      }
      if (first()) {
        var files = new LinkedHashMap<String, List<NamedTensor>>();
        files.put(MODEL, ofModel());
        files.put(OPTIMIZER, states);
        checkpoints.orElseThrow().save(progress, files);
      }
    }
  }

  /** Parameters and buffers where they lie. */
  private List<NamedTensor> ofModel() {
    var tensors = new ArrayList<NamedTensor>();
    for (int index = 0; index < model.parameters().size(); index++) {
      var parameter = model.parameters().get(index);
      tensors.add(new NamedTensor(parameter.name(), parameter.shape(), memory.parameter(index)));
    }
    for (int index = 0; index < model.buffers().size(); index++) {
      var buffer = model.buffers().get(index);
      tensors.add(new NamedTensor(buffer.name(), buffer.shape(), memory.buffer(index)));
    }
    return tensors;
  }

  /** Of the whole bucket, on rank 0; elsewhere anything. */
  private Tensor gathered(Remembered state, Arena arena) {
    if (isWhole(state)) {
      return state.own();
    }
    var whole = first() ? wholeOf(state, arena) : state.own();
    communicator.gather(state.own(), blocks(state), whole, 0);
    return whole;
  }

  private boolean isWhole(Remembered state) {
    return state.own().count() == count(state);
  }

  private long count(Remembered state) {
    return memory.parametersOf(state.bucket()).count();
  }

  private long[] blocks(Remembered state) {
    return Layout.split(count(state), communicator.ranks());
  }

  private Tensor wholeOf(Remembered state, Arena arena) {
    long bytes = count(state) * Float.BYTES;
    return Tensor.of(arena.allocate(bytes, ALIGNMENT), ElementType.FP32);
  }

  /** A bucket as the parameters in it, each with its place. */
  private List<NamedTensor> byParameter(Remembered state, Tensor whole) {
    var plan = memory.plan();
    var parts = new ArrayList<NamedTensor>();
    long at = 0;
    for (int index : plan.buckets().get(state.bucket())) {
      var parameter = plan.parameters().get(index);
      var part = whole.slice(at, parameter.count());
      parts.add(new NamedTensor(parameter.name() + "/" + state.name(), parameter.shape(), part));
      at += BucketPlan.bytes(parameter) / Float.BYTES;
    }
    return parts;
  }

  /** All ranks call it; rank 0 gives the checkpoint. */
  void restore(Optional<Checkpoint> checkpoint) {
    try (var arena = Arena.ofShared()) {
      var states = new ArrayList<Tensor>();
      if (first()) {
        var found = checkpoint.orElseThrow();
        var wholes = remembered.stream().map(state -> wholeOf(state, arena)).toList();
        readModel(found, arena);
        readStates(found, wholes, arena);
        states.addAll(wholes);
      } else {
        remembered.forEach(state -> states.add(state.own()));
      }
      ofModel().forEach(tensor -> communicator.broadcast(tensor.tensor(), 0));
      for (int i = 0; i < remembered.size(); i++) {
        spread(remembered.get(i), states.get(i));
      }
    }
  }

  private void readModel(Checkpoint checkpoint, Arena arena) {
    var problem = fill(ofModel(), checkpoint.read(MODEL, arena));
    if (problem.isPresent()) {
      throw new CheckpointException(
          "%s is of another model, %s: resume with the model that wrote it"
              .formatted(checkpoint.folder(), problem.get()));
    }
  }

  private void readStates(Checkpoint checkpoint, List<Tensor> wholes, Arena arena) {
    var parts = new ArrayList<NamedTensor>();
    for (int i = 0; i < wholes.size(); i++) {
      parts.addAll(byParameter(remembered.get(i), wholes.get(i)));
    }
    var problem = fill(parts, checkpoint.read(OPTIMIZER, arena));
    if (problem.isPresent()) {
      throw new CheckpointException(
          "%s is of another optimizer, %s: resume with the optimizer that wrote it"
              .formatted(checkpoint.folder(), problem.get()));
    }
  }

  /** Fills tensors with those of the same names, or says what keeps it from doing so. */
  private static Optional<String> fill(List<NamedTensor> targets, List<NamedTensor> found) {
    var byName = new LinkedHashMap<String, NamedTensor>();
    found.forEach(tensor -> byName.put(tensor.name(), tensor));
    for (var target : targets) {
      var source = byName.remove(target.name());
      if (source == null) {
        return Optional.of("without \"%s\"".formatted(target.name()));
      }
      if (!source.shape().equals(target.shape())) {
        return Optional.of(
            "\"%s\" being of shape %s and not %s"
                .formatted(target.name(), source.shape(), target.shape()));
      }
      target.tensor().segment().copyFrom(source.tensor().segment());
    }
    return Optional.ofNullable(byName.firstEntry()).map(e -> "with \"%s\"".formatted(e.getKey()));
  }

  /** From rank 0 to every rank what it updates. */
  private void spread(Remembered state, Tensor whole) {
    if (isWhole(state)) {
      if (first()) {
        state.own().segment().copyFrom(whole.segment());
      }
      communicator.broadcast(state.own(), 0);
    } else {
      communicator.scatter(whole, blocks(state), state.own(), 0);
    }
  }
}
