package io.weft.engine.block;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A module that Python saved with {@code torch.jit.script(module).save(file)}. Its weights and
 * statistics begin with what the file has.
 *
 * <p>Buffers of other types than 32-bit floats, such as batch norm's count of batches, stay with
 * the loaded module.
 */
public record TorchScript(
    String name,
    ScriptArchive archive,
    List<Weight> weights,
    List<Statistic> statistics,
    Optional<LoadedModule> origin)
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
    return read(name, file, manager, Optional.empty());
  }

  /**
   * What a module has that DJL has loaded. What is learnt will be in it when training has ended.
   */
  public static TorchScript of(String name, PtSymbolBlock block, PtNDManager manager) {
    try {
      var origin = LoadedModule.of(block);
      return ScriptArchive.onFile(
          origin.file(), file -> read(name, file, manager, Optional.of(origin)));
    } catch (IOException e) {
      throw new UncheckedIOException("no room to pack TorchScript module " + name, e);
    }
  }

  private static TorchScript read(
      String name, Path file, PtNDManager manager, Optional<LoadedModule> origin) {
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
      return new TorchScript(name, archive, weights, statistics, origin);
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

  /**
   * The file again, with what was learnt in place of the values that it had.
   *
   * @param manager of what is needed meanwhile
   */
  public byte[] with(Learnt learnt, PtNDManager manager) throws IOException {
    var module = load(manager);
    for (var weight : weights) {
      set(module, weight.name(), learnt.values(weight));
    }
    for (var statistic : statistics) {
      set(module, statistic.name(), learnt.values(statistic));
    }
    var bytes = archive.with(module);
    var again = ScriptArchive.onFile(bytes, file -> ScriptModule.load(name, file, manager));
    var names = weights.stream().map(Weight::name).toList();
    if (!List.copyOf(again.arrays().keySet()).equals(names)) {
      throw new AssertionError(
          "module %s has the parameters %s, and %s when it is written"
              .formatted(name, names, again.arrays().keySet()));
    }
    return bytes;
  }

  /** If it is a module that DJL has loaded, that gets what was learnt. */
  public void learn(Learnt learnt, PtNDManager manager) {
    if (origin.isEmpty()) {
      return;
    }
    var loaded = origin.get();
    var arrays = new HashMap<String, NDArray>();
    for (var parameter : loaded.block().getParameters().values()) {
      arrays.put(name + "." + parameter.getName(), parameter.getArray());
    }
    for (var weight : weights) {
      Values.set(Objects.requireNonNull(arrays.get(weight.name())), learnt.values(weight));
    }
    try {
      if (!statistics.isEmpty()) {
        loaded.become(with(learnt, manager));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no room to pack TorchScript module " + name, e);
    }
  }

  private static void set(ScriptModule module, String name, MemorySegment values) {
    var array = Objects.requireNonNull(module.arrays().get(name));
    boolean trained = JniUtils.requiresGrad(array);
    array.setRequiresGradient(false);
    array.set(values.asByteBuffer().order(ByteOrder.nativeOrder()));
    array.setRequiresGradient(trained);
  }

  @Override
  public PtNDArray forward(PtNDArray input, Pass pass) {
    return forward(List.of(input), pass);
  }

  @Override
  public PtNDArray forward(List<PtNDArray> inputs, Pass pass) {
    return pass.module(this).forward(inputs, pass.learning());
  }
}
