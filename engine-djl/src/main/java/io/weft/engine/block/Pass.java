package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import java.util.function.Function;

/** One run of a block forward: what its names stand for. */
public interface Pass {
  PtNDArray value(Weight weight);

  PtNDArray value(Statistic statistic);

  /** An array that never changes, made once for each key and kept as long as the model. */
  PtNDArray constant(Object key, Function<PtNDManager, PtNDArray> make);

  /** What computes for a script, with its arrays where this run has weights and statistics. */
  ScriptModule module(TorchScript script);

  /** Whether this run learns, or only predicts. */
  boolean learning();
}
