package io.weft.engine.hook;

import ai.djl.engine.Engine;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.util.ArrayList;
import java.util.List;

/**
 * A tiny graph on which hooks must do what we rely on: run once for each parameter and backward, on
 * the thread that runs it, when the gradient is final, and no more once they are cleared.
 */
final class HookTrial {
  /** What a hook has seen. */
  private record Call(int parameter, Thread thread, float gradient) {}

  private final List<Call> calls = new ArrayList<>();

  private HookTrial() {}

  static boolean passes(GradientHooks hooks) {
    boolean before = JniUtils.isGradMode();
    try (var manager = (PtNDManager) Engine.getEngine("PyTorch").newBaseManager()) {
      JniUtils.setGradMode(true);
      return new HookTrial().run(hooks, parameter(manager, 2), parameter(manager, 3));
    } finally {
      JniUtils.setGradMode(before);
    }
  }

  private static PtNDArray parameter(PtNDManager manager, float value) {
    var array = (PtNDArray) manager.full(new Shape(1), value);
    array.setRequiresGradient(true);
    return array;
  }

  /** Of a·a·b the gradients are 2ab = 12 and a² = 4. */
  private boolean run(GradientHooks hooks, PtNDArray a, PtNDArray b) {
    try (var group = new HookGroup(hooks)) {
      group.add(a, () -> record(0, a));
      group.add(b, () -> record(1, b));
      backward(a, b);
      backward(a, b);
    }
    backward(a, b);
    return calls.size() == 4 && seen(0, 12) && seen(1, 4) && seen(0, 24) && seen(1, 8);
  }

  private void record(int parameter, PtNDArray array) {
    try (var gradient = JniUtils.getGradient(array)) {
      calls.add(new Call(parameter, Thread.currentThread(), gradient.getFloat()));
    }
  }

  private static void backward(PtNDArray a, PtNDArray b) {
    var product = JniUtils.sum(a.mul(a).mul(b));
    JniUtils.backward(product, (PtNDArray) product.onesLike(), false, false);
  }

  private boolean seen(int parameter, float gradient) {
    return calls.contains(new Call(parameter, Thread.currentThread(), gradient));
  }
}
