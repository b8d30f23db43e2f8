package io.weft.engine;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.loss.HingeLoss;
import ai.djl.training.loss.L1Loss;
import ai.djl.training.loss.L2Loss;
import ai.djl.training.loss.QuantileL1Loss;
import ai.djl.training.loss.SigmoidBinaryCrossEntropyLoss;
import ai.djl.training.loss.SoftmaxCrossEntropyLoss;
import io.weft.engine.loss.Loss;
import io.weft.engine.loss.Takes;

/**
 * Losses of DJL's, with its meaning: what it calls L2 is half of the mean squared error, unless it
 * was given another weight.
 *
 * <p>Softmax cross entropy and sigmoid binary cross entropy become ours if they give what ours
 * give; that is found by trying, as DJL tells nobody their settings. All others are computed by
 * their {@code evaluate}. What they say of the arrays of a block instead of predictions, such as
 * decay, is not learnt: that is the optimizer's.
 */
public final class DjlLoss {
  private static final double NEAR = 1e-5;

  private DjlLoss() {}

  public static Loss of(ai.djl.training.loss.Loss loss) {
    return switch (loss) {
      case SoftmaxCrossEntropyLoss _ -> orOurs(loss, Loss.crossEntropy());
      case SigmoidBinaryCrossEntropyLoss _ -> orOurs(loss, Loss.binaryCrossEntropy());
      case L1Loss _, L2Loss _, QuantileL1Loss _, HingeLoss _ -> evaluated(loss, Takes.NUMBERS);
      default -> evaluated(loss, Takes.ANYTHING);
    };
  }

  private static Loss evaluated(ai.djl.training.loss.Loss loss, Takes takes) {
    return Loss.own(
        loss.getName(),
        takes,
        (predictions, labels) -> loss.evaluate(new NDList(labels), new NDList(predictions)));
  }

  /** Ours if it gives the same; theirs of the same labels if it takes them. */
  private static Loss orOurs(ai.djl.training.loss.Loss theirs, Loss ours) {
    try (var manager = Torch.open()) {
      var predictions = manager.create(new float[] {0.25f, 0.5f, -1, 2, 1, 3}, new Shape(1, 3, 2));
      var labels =
          ours.takes() == Takes.CLASSES
              ? manager.create(new long[] {1, 0, 1}, new Shape(1, 3, 1))
              : manager.create(new float[] {0.25f, 1, 0, 1, 0, 0}, new Shape(1, 3, 2));
      float given = theirs.evaluate(new NDList(labels), new NDList(predictions)).getFloat();
      boolean same = Math.abs(given - ours.of(predictions, labels).getFloat()) < NEAR;
      return same ? ours : evaluated(theirs, ours.takes());
    } catch (RuntimeException _) {
      return evaluated(theirs, Takes.ANYTHING); // of labels that are not of this kind
    }
  }
}
