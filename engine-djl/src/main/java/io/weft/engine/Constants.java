package io.weft.engine;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Arrays that never change, made when first asked for; they belong to the manager. */
final class Constants {
  private final PtNDManager manager;
  private final Map<Object, PtNDArray> arrays = new HashMap<>();

  Constants(PtNDManager manager) {
    this.manager = manager;
  }

  PtNDArray constant(Object key, Function<PtNDManager, PtNDArray> make) {
    return arrays.computeIfAbsent(key, _ -> make.apply(manager));
  }
}
