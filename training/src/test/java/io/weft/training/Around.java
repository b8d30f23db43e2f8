package io.weft.training;

import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.model.ModelBuffer;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import java.util.List;
import java.util.function.IntConsumer;

/** Another model, which does all that is not said otherwise. */
interface Around extends Model {
  Model other();

  @Override
  default List<Parameter> parameters() {
    return other().parameters();
  }

  @Override
  default List<ModelBuffer> buffers() {
    return other().buffers();
  }

  @Override
  default int stages() {
    return other().stages();
  }

  @Override
  default void place(ModelMemory memory) {
    other().place(memory);
  }

  @Override
  default void begin(Batch batch, double weight) {
    other().begin(batch, weight);
  }

  @Override
  default void forward(int stage) {
    other().forward(stage);
  }

  @Override
  default double loss() {
    return other().loss();
  }

  @Override
  default void backward(int stage, IntConsumer complete) {
    other().backward(stage, complete);
  }

  @Override
  default void train(boolean learning) {
    other().train(learning);
  }

  @Override
  default void close() {
    other().close();
  }
}
