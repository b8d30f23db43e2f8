package io.weft.engine.block;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A loaded TorchScript module, which belongs to a manager. It computes with its own arrays; what is
 * to be elsewhere is done to them.
 *
 * @param arrays by their names in the model; those that are tied have the name of the first
 */
public record ScriptModule(PtSymbolBlock block, Map<String, PtNDArray> arrays) {
  static ScriptModule load(String name, Path file, PtNDManager manager) {
    var none = new String[0];
    var block = JniUtils.loadModule(manager, file, false, none, none, true);
    var arrays = new LinkedHashMap<String, PtNDArray>();
    var places = new HashSet<Long>();
    for (NDArray array : JniUtils.moduleGetParams(block, manager)) {
      if (places.add(MemorySegment.ofBuffer(array.toByteBuffer(true)).address())) {
        arrays.put(name + "." + array.getName(), (PtNDArray) array);
      }
    }
    return new ScriptModule(block, arrays);
  }

  PtNDArray forward(List<PtNDArray> inputs, boolean learning) {
    // The optimiser of scripts rewrites them after some runs, which changes last bits.
    JniUtils.setGraphExecutorOptimize(false);
    if (learning) {
      JniUtils.enableTrainingMode(block);
    } else {
      JniUtils.enableInferenceMode(block);
    }
    return Values.only(
        IValueUtils.forward(block, new NDList(inputs.toArray(NDArray[]::new)), true));
  }
}
