package io.weft.engine.block;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.util.function.Function;

/** One run of a block forward: what its names stand for. */
public interface Pass {
  PtNDArray value(Weight weight);

  PtNDArray value(Statistic statistic);

  /** A linear map of the last dimension, and a bias. */
  default PtNDArray linear(PtNDArray input, Weight weight, Weight bias) {
    return JniUtils.linear(input, value(weight), value(bias));
  }

  /** An array that never changes, made once for each key and kept as long as the model. */
  PtNDArray constant(Object key, Function<PtNDManager, PtNDArray> make);

  /** What computes for a script, with its arrays where this run has weights and statistics. */
  ScriptModule module(TorchScript script);

  /** Whether this run learns, or only predicts. */
  boolean learning();
}
