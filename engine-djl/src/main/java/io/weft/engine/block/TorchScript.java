package io.weft.engine.block;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A module that Python saved with {@code torch.jit.script(module).save(file)}. Its weights and
 * statistics begin with what the file has.
 *
 * <p>Buffers of other types than 32-bit floats, such as batch norm's count of batches, stay with
 * the loaded module.
 */
public record TorchScript(
    String name, ScriptArchive archive, List<Weight> weights, List<Statistic> statistics)
    implements Block {
  public TorchScript {
    weights = List.copyOf(weights);
    statistics = List.copyOf(statistics);
  }

  /**
   * What a file has.
   *
   * @throws IllegalArgumentException if there is no such file, or none that PyTorch can load
   */
  public static TorchScript read(String name, Path file, PtNDManager manager) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          ("there is no TorchScript file %s:"
                  + " in Python, torch.jit.script(module).save(path) writes one")
              .formatted(file));
    }
    try {
      var parameters = ScriptModule.load(name, file, manager).arrays();
      var archive = ScriptArchive.read(file);
      var all = archive.onFile(copy -> ScriptModule.load(name, copy, manager)).arrays();
      var weights = new ArrayList<Weight>();
      var statistics = new ArrayList<Statistic>();
      all.forEach(
          (path, array) -> {
            if (parameters.containsKey(path)) {
              weights.add(weight(path, array));
            } else if (array.getDataType() == DataType.FLOAT32) {
              statistics.add(new Statistic(path, Values.shape(array), Values.of(path, array)));
            }
          });
      return new TorchScript(name, archive, weights, statistics);
    } catch (EngineException | IOException e) {
      throw new IllegalArgumentException(
          "%s is not a TorchScript module that PyTorch can load: %s"
              .formatted(file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  private static Weight weight(String path, PtNDArray array) {
    boolean trained = JniUtils.requiresGrad(array);
    return new Weight(path, Values.shape(array), Values.of(path, array), trained);
  }

  /** A module of its own, with the values of the file. */
  public ScriptModule load(PtNDManager manager) {
    try {
      return archive.onFile(file -> ScriptModule.load(name, file, manager));
    } catch (IOException e) {
      throw new UncheckedIOException("no room to unpack TorchScript module " + name, e);
    }
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return pass.module(this).forward(input, pass.learning());
  }
}
