package io.weft.engine;

import ai.djl.ndarray.NDList;
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
      case SoftmaxCrossEntropyLoss _ when isAs(Loss.crossEntropy(), loss) -> Loss.crossEntropy();
      case SigmoidBinaryCrossEntropyLoss _ when isAs(Loss.binaryCrossEntropy(), loss) ->
          Loss.binaryCrossEntropy();
      case SigmoidBinaryCrossEntropyLoss _ -> evaluated(loss, Takes.LIKELIHOODS);
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

  /** Whether both give the same for a sample. */
  private static boolean isAs(Loss ours, ai.djl.training.loss.Loss theirs) {
    try (var manager = Torch.open()) {
      var predictions = manager.create(new float[][] {{0.25f, 0.5f, -1}});
      var labels =
          ours.takes() == Takes.CLASSES
              ? manager.create(new long[] {2})
              : manager.create(new float[][] {{0.25f, 1, 0}});
      float given = theirs.evaluate(new NDList(labels), new NDList(predictions)).getFloat();
      return Math.abs(given - ours.of(predictions, labels).getFloat()) < NEAR;
    } catch (RuntimeException _) {
      return false; // It takes other labels, or gives more than a number.
    }
  }
}
