package io.weft.trainer;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.collective.Communicator;
import io.weft.data.Dataset;
import io.weft.data.form.Form;
import io.weft.data.form.FormText;
import io.weft.metric.Metric;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.training.Loaded;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a run has learnt, as its checkpoint has it: weights, the model that they are of, and how its
 * data was understood.
 */
public record Trained(Checkpoint checkpoint) {
  /** The fact of a checkpoint that says how data was understood, as {@link FormText}. */
  public static final String FORM = "data";

  private static final String MODEL = "model";
  private static final String WEIGHTS = "model.safetensors";

  /**
   * The best checkpoint of a run if it has kept one, else its newest that is whole.
   *
   * @param path of a run, or of one checkpoint
   * @throws CheckpointException if there is none
   */
  public static Trained of(Path path) {
    if (Files.exists(path.resolve("manifest.json"))) {
      return new Trained(Checkpoints.read(path));
    }
    for (var folder : List.of(path.resolve("best"), Saves.folder(path))) {
      var found = new Checkpoints(folder, 1).newest().checkpoint();
      if (found.isPresent()) {
        return new Trained(found.get());
      }
    }
    throw new CheckpointException(
        "%s has no checkpoint that is whole: name the folder of a run, or of a checkpoint"
            .formatted(path));
  }

  /** Where it lies. */
  public Path folder() {
    return checkpoint.folder();
  }

  /** Something that was said of the run when it was saved. */
  public Optional<String> fact(String name) {
    return Optional.ofNullable(checkpoint.progress().settings().get(name));
  }

  /** The name of the model. */
  public String model() {
    return fact(MODEL)
        .orElseThrow(
            () ->
                new CheckpointException(
                    "%s does not say which model it is of".formatted(checkpoint.folder())));
  }

  /** How its data was understood. */
  public Form form() {
    return fact(FORM)
        .map(text -> FormText.parse(checkpoint.folder().toString(), text))
        .orElseThrow(
            () ->
                new CheckpointException(
                    "%s does not say what its data was like: it learnt from data that is made up, or an older Weft wrote it; train with --data"
                        .formatted(checkpoint.folder())));
  }

  /** Gives a model what was learnt. */
  public void into(Model model) {
    var plan = BucketPlan.perParameter(model.parameters());
    var memory = ModelMemory.collected(plan, model.buffers());
    model.place(memory);
    try (var arena = Arena.ofShared()) {
      var loaded = Loaded.into(tensors(model, memory), checkpoint.read(WEIGHTS, arena));
      if (!loaded.missing().isEmpty() || !loaded.unfit().isEmpty()) {
        throw new CheckpointException(
            "%s is of another model than %s: it has weights for %s"
                .formatted(checkpoint.folder(), model(), loaded.sentence()));
      }
    }
  }

  private static List<NamedTensor> tensors(Model model, ModelMemory memory) {
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

  /** Looks at all samples of a dataset once, among all ranks. All ranks call it. */
  public static Evaluation evaluate(
      Model model, Communicator communicator, Dataset data, List<Metric> metrics, int batch) {
    return new Evaluator(model, communicator, data, metrics, batch).evaluate(0);
  }
}
