package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.model.Batch;

/** Slopes of the loss, found by trying. */
final class Differences {
  private static final float STEP = 0.004f;

  private Differences() {}

  /** How much the loss changes with one element of one parameter, by central differences. */
  static double slope(Placed placed, Batch batch, int parameter, long element) {
    var values = placed.memory().parameter(parameter).segment();
    float value = values.getAtIndex(JAVA_FLOAT, element);
    values.setAtIndex(JAVA_FLOAT, element, value + STEP);
    double above = loss(placed.model(), batch);
    values.setAtIndex(JAVA_FLOAT, element, value - STEP);
    double below = loss(placed.model(), batch);
    values.setAtIndex(JAVA_FLOAT, element, value);
    return (above - below) / (2 * STEP);
  }

  private static double loss(DjlModel model, Batch batch) {
    model.begin(batch, 1);
    for (int stage = 0; stage < model.stages(); stage++) {
      model.forward(stage);
    }
    return model.loss();
  }
}
