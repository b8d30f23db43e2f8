package io.weft.training;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Contents;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Safetensors;
import io.weft.collective.Communicator;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.strategy.line.Nearest;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a checkpoint holds: whole tensors under the names of parameters, which say nothing of ranks,
 * buckets or schedules. So any of them may be others when it is read. Rank 0 writes and reads; what
 * other ranks remember goes through it.
 */
final class Snapshot {
  private static final String MODEL = "model.safetensors";
  private static final String OPTIMIZER = "optimizer.safetensors";

  private final Communicator communicator;
  private final Model model;
  private final ModelMemory memory;
  private final Updaters updaters;
  private final Optional<CompressionSnapshot> compression;

  Snapshot(Communicator communicator, Model model, ModelMemory memory, Replica replica) {
    this.communicator = communicator;
    this.model = model;
    this.memory = memory;
    this.updaters = replica.updaters();
    this.compression =
        replica.compressors().map(it -> new CompressionSnapshot(communicator, memory.plan(), it));
  }

  private boolean first() {
    return communicator.rank() == 0;
  }

  /**
   * A copy of what a checkpoint holds, on rank 0. All ranks call it.
   *
   * @param plan what to write of the buckets
   */
  Optional<Contents> taken(List<NamedTensor> plan) {
    var arena = Arena.ofShared();
    try {
      var remembered = updaters.remembered(communicator, arena);
      var ofCompression = compression.map(it -> it.gathered(arena));
      if (first()) {
        var files = new LinkedHashMap<String, List<NamedTensor>>();
        files.put(MODEL, Contents.copied(ofModel(), arena));
        files.put(OPTIMIZER, ofOptimizer(remembered));
        if (!plan.isEmpty()) {
          files.put(PlanSnapshot.FILE, plan);
        }
        ofCompression.ifPresent(tensors -> files.put(CompressionSnapshot.FILE, tensors));
        return Optional.of(new Contents(files, arena));
      }
    } catch (RuntimeException e) {
      arena.close();
      throw e;
    }
    arena.close();
    return Optional.empty();
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

  /** What the optimizer remembers of each parameter that it updates. */
  private List<NamedTensor> ofOptimizer(Map<String, List<Tensor>> remembered) {
    var tensors = new ArrayList<NamedTensor>();
    remembered.forEach(
        (name, buckets) ->
            new TreeMap<>(PlanTensors.byParameter(memory.plan(), buckets))
                .forEach(
                    (index, tensor) -> {
                      var parameter = model.parameters().get(index);
                      var full = parameter.name() + "/" + name;
                      tensors.add(new NamedTensor(full, parameter.shape(), tensor));
                    }));
    return tensors;
  }

  /** All ranks call it; rank 0 gives the checkpoint. */
  void restore(Optional<Checkpoint> checkpoint) {
    try (var arena = Arena.ofShared()) {
      var remembered = updaters.remembered(communicator, arena);
      if (first()) {
        var found = checkpoint.orElseThrow();
        readModel(found, arena);
        readOptimizer(found, ofOptimizer(remembered), arena);
      }
      ofModel().forEach(tensor -> communicator.broadcast(tensor.tensor(), 0));
      remembered.forEach(
          (name, buckets) -> {
            buckets.forEach(bucket -> communicator.broadcast(bucket, 0));
            updaters.remember(name, buckets);
          });
      compression.ifPresent(it -> it.restore(checkpoint, arena));
    }
  }

  /**
   * Puts tensors of a file into those of the model by name. All ranks call it; rank 0 reads.
   *
   * @return on rank 0, what became of them
   */
  Optional<Loaded> load(Path file) {
    var loaded = Optional.<Loaded>empty();
    if (first()) {
      try (var arena = Arena.ofShared()) {
        loaded = Optional.of(load(file, Safetensors.read(file, arena)));
      }
    }
    ofModel().forEach(tensor -> communicator.broadcast(tensor.tensor(), 0));
    return loaded;
  }

  private Loaded load(Path file, List<NamedTensor> found) {
    var loaded = Loaded.into(ofModel(), found);
    if (loaded.taken().isEmpty()) {
      throw new CheckpointException(
          "%s has nothing that this model takes: %s%s; rename its tensors, or give another file"
              .formatted(file, loaded.sentence(), nearest(loaded)));
    }
    return loaded;
  }

  /** What may have been meant, for the first names that are close. */
  private static String nearest(Loaded loaded) {
    var pairs = new ArrayList<String>();
    for (var name : loaded.missing()) {
      Nearest.to(name, loaded.leftOver())
          .ifPresent(near -> pairs.add("%s is nearest to %s".formatted(near, name)));
    }
    return pairs.isEmpty() ? "" : "; " + Loaded.some(pairs);
  }

  private void readModel(Checkpoint checkpoint, Arena arena) {
    var problem = fill(ofModel(), checkpoint.read(MODEL, arena));
    if (problem.isPresent()) {
      throw new CheckpointException(
          "%s is of another model, %s: resume with the model that wrote it"
              .formatted(checkpoint.folder(), problem.get()));
    }
  }

  private static void readOptimizer(Checkpoint checkpoint, List<NamedTensor> targets, Arena arena) {
    var problem = fill(targets, checkpoint.read(OPTIMIZER, arena));
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
      if (source.tensor().type() != target.tensor().type()) {
        return Optional.of(
            "\"%s\" being of type %s and not %s"
                .formatted(
                    target.name(), source.tensor().type().label(), target.tensor().type().label()));
      }
      target.tensor().segment().copyFrom(source.tensor().segment());
    }
    return Optional.ofNullable(byName.firstEntry()).map(e -> "with \"%s\"".formatted(e.getKey()));
  }
}
