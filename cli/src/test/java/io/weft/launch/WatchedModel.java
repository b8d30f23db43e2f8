package io.weft.launch;

import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.model.ModelBuffer;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import java.util.List;
import java.util.function.IntConsumer;

/** A model, and a look at where it is. */
abstract class WatchedModel implements Model {
  private final Model real;

  WatchedModel(Model real) {
    this.real = real;
  }

  /** A stage is about to be run. */
  abstract void before(int stage, boolean forward);

  @Override
  public List<Parameter> parameters() {
    return real.parameters();
  }

  @Override
  public List<ModelBuffer> buffers() {
    return real.buffers();
  }

  @Override
  public int stages() {
    return real.stages();
  }

  @Override
  public void place(ModelMemory memory) {
    real.place(memory);
  }

  @Override
  public void begin(Batch batch, double weight) {
    real.begin(batch, weight);
  }

  @Override
  public void forward(int stage) {
    before(stage, true);
    real.forward(stage);
  }

  @Override
  public double loss() {
    return real.loss();
  }

  @Override
  public void backward(int stage, IntConsumer complete) {
    before(stage, false);
    real.backward(stage, complete);
  }

  @Override
  public void train(boolean learning) {
    real.train(learning);
  }

  @Override
  public void close() {
    real.close();
  }
}
