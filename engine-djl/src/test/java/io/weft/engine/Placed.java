package io.weft.engine;

import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;

/** A model with the memory that it lies in. */
record Placed(DjlModel model, ModelMemory memory) implements AutoCloseable {
  /** With buckets so small that a model has several, and so large that some are shared. */
  private static final int BUCKET_BYTES = 4096;

  static Placed open(Network network, long seed) {
    return place(new DjlModel(network, seed, true));
  }

  static Placed withoutHooks(Network network, long seed) {
    return place(new DjlModel(network, seed, false));
  }

  private static Placed place(DjlModel model) {
    var plan = BucketPlan.bySize(model.parameters(), BUCKET_BYTES);
    var memory = new ModelMemory(plan, model.buffers());
    model.place(memory);
    return new Placed(model, memory);
  }

  @Override
  public void close() {
    model.close();
    memory.close();
  }
}
