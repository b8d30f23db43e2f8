package io.weft.training;

import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.model.ModelBuffer;
import io.weft.model.ModelMemory;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Another model with a buffer: a running mean of its inputs, which each rank has for itself. */
final class Observing implements Around {
  private final Model other;
  private @Nullable Tensor mean;

  Observing(Model other) {
    this.other = other;
  }

  @Override
  public Model other() {
    return other;
  }

  @Override
  public List<ModelBuffer> buffers() {
    return List.of(new ModelBuffer("mean", List.of(1L)));
  }

  @Override
  public void place(ModelMemory memory) {
    other.place(memory);
    mean = memory.buffer(0);
  }

  @Override
  public void begin(Batch batch, double weight) {
    float sum = 0;
    for (float input : batch.input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT)) {
      sum += input;
    }
    var segment = Objects.requireNonNull(mean).segment();
    float before = segment.getAtIndex(ValueLayout.JAVA_FLOAT, 0);
    float now = 0.9f * before + 0.1f * sum / batch.input().tensor().count();
    segment.setAtIndex(ValueLayout.JAVA_FLOAT, 0, now);
    other.begin(batch, weight);
  }
}
