package io.weft.command;

import io.weft.cli.JsonEvent;
import java.util.List;

/** What a model gives for a sample. */
record PredictEvent(String sample, String prediction, List<ClassProbability> probabilities)
    implements JsonEvent {
  /** Of one class. */
  record ClassProbability(String name, double probability) {}
}
