package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import java.util.ArrayList;
import java.util.List;

/** Plain training of a model in one process. */
final class Training {
  private Training() {}

  /** One micro-step; returns the parameters as they became complete. */
  static List<Integer> step(Model model, Batch batch, double weight) {
    var completed = new ArrayList<Integer>();
    model.begin(batch, weight);
    for (int stage = 0; stage < model.stages(); stage++) {
      model.forward(stage);
    }
    for (int stage = model.stages() - 1; stage >= 0; stage--) {
      model.backward(stage, completed::add);
    }
    return completed;
  }

  /** Stochastic gradient descent on all of the memory; clears the gradients. */
  static void update(ModelMemory memory, float rate) {
    descend(memory, rate);
    for (int bucket = 0; bucket < memory.plan().buckets().size(); bucket++) {
      memory.gradientsOf(bucket).segment().fill((byte) 0);
    }
  }

  /** The same, but the model clears the gradients, each bucket in two parts. */
  static void update(Placed placed, float rate) {
    var memory = placed.memory();
    descend(memory, rate);
    for (int bucket = 0; bucket < memory.plan().buckets().size(); bucket++) {
      long count = memory.gradientsOf(bucket).count();
      long cut = count / 3;
      placed.model().clear(memory, bucket, 0, cut);
      placed.model().clear(memory, bucket, cut, count - cut);
    }
  }

  private static void descend(ModelMemory memory, float rate) {
    for (int bucket = 0; bucket < memory.plan().buckets().size(); bucket++) {
      var values = memory.parametersOf(bucket).segment();
      var gradients = memory.gradientsOf(bucket).segment();
      for (long i = 0; i < values.byteSize() / Float.BYTES; i++) {
        float step = rate * gradients.getAtIndex(JAVA_FLOAT, i);
        values.setAtIndex(JAVA_FLOAT, i, values.getAtIndex(JAVA_FLOAT, i) - step);
      }
    }
  }
}
