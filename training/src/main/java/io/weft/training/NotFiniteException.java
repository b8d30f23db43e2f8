package io.weft.training;

import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * A loss, or a gradient that cannot be exchanged, that is infinite or not a number. Its message is
 * a sentence for the user. All ranks end with the same one after the same step. Nothing can be
 * learnt from here on; checkpoints from before are good.
 */
public final class NotFiniteException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotFiniteException(String message) {
    super(message);
  }

  /** What is wrong, where it began, and what to do. */
  static String sentence(double loss, long step, int rank, Model model, ModelMemory memory) {
    String where =
        first(model, memory)
            .map("the first tensor that is not finite is %s, so lower the learning rate"::formatted)
            .orElse("all its tensors are finite, so look at the data, or lower the learning rate");
    return "the loss of rank %d is %s in step %d: %s".formatted(rank, loss, step, where);
  }

  /**
   * The same where the loss is finite, but not what a rank was to send.
   *
   * @param what gradients or parameters
   * @param codec which cannot send it
   */
  static String sentence(String what, long step, int rank, String tensor, String codec) {
    return ("the %s of rank %d are not finite in step %d: the first tensor that is not finite is"
            + " %s, which %s cannot pass on, so lower the learning rate")
        .formatted(what, rank, step, tensor, codec);
  }

  /** Whether all parameters are finite, so that another batch may do better. */
  static boolean leavesParameters(Model model, ModelMemory memory) {
    return firstParameter(model, memory).isEmpty();
  }

  private static Optional<String> first(Model model, ModelMemory memory) {
    return firstParameter(model, memory).or(() -> firstBuffer(model, memory));
  }

  private static Optional<String> firstParameter(Model model, ModelMemory memory) {
    for (int index = 0; index < model.parameters().size(); index++) {
      if (!isFinite(memory.parameter(index))) {
        return Optional.of(model.parameters().get(index).name());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> firstBuffer(Model model, ModelMemory memory) {
    for (int index = 0; index < model.buffers().size(); index++) {
      if (!isFinite(memory.buffer(index))) {
        return Optional.of(model.buffers().get(index).name());
      }
    }
    return Optional.empty();
  }

  private static boolean isFinite(Tensor tensor) {
    for (long at = 0; at < tensor.count(); at++) {
      if (!Float.isFinite(tensor.segment().getAtIndex(ValueLayout.JAVA_FLOAT, at))) {
        return false;
      }
    }
    return true;
  }
}
