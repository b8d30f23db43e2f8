package io.weft.engine;

import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.weft.engine.block.Initial;
import io.weft.engine.block.Pass;
import io.weft.engine.block.ScriptModule;
import io.weft.engine.block.Statistic;
import io.weft.engine.block.TorchScript;
import io.weft.engine.block.Weight;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Function;

/** A run forward that learns nothing, with what weights and statistics begin with. */
final class Trial implements Pass {
  private final PtNDManager manager;

  /** The arrays belong to the manager. */
  Trial(PtNDManager manager) {
    this.manager = manager;
  }

  @Override
  public PtNDArray value(Weight weight) {
    return filled(weight.name(), weight.shape(), weight.initial());
  }

  @Override
  public PtNDArray value(Statistic statistic) {
    return filled(statistic.name(), statistic.shape(), statistic.initial());
  }

  private PtNDArray filled(String name, List<Long> shape, Initial initial) {
    var array =
        JniUtils.createEmptyNdArray(
            manager, Torch.shape(shape), DataType.FLOAT32, manager.getDevice(), SparseFormat.DENSE);
    initial.fill(MemorySegment.ofBuffer(array.toByteBuffer(true)), 0, name);
    return array;
  }

  @Override
  public PtNDArray constant(Object key, Function<PtNDManager, PtNDArray> make) {
    return make.apply(manager);
  }

  @Override
  public ScriptModule module(TorchScript script) {
    return script.load(manager);
  }

  @Override
  public boolean learning() {
    return false;
  }
}
