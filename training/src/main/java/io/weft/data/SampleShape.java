package io.weft.data;

import io.weft.tensor.ElementType;
import java.util.List;

/**
 * What one sample looks like; its labels are INT64.
 *
 * @param type of the inputs
 * @param inputs their shape
 * @param labels how many there are
 */
public record SampleShape(ElementType type, List<Long> inputs, long labels) {
  public SampleShape {
    inputs = List.copyOf(inputs);
  }

  long inputCount() {
    return inputs.stream().reduce(1L, Math::multiplyExact);
  }

  long inputBytes() {
    return Math.multiplyExact(inputCount(), type.byteCount());
  }

  long labelBytes() {
    return Math.multiplyExact(labels, Long.BYTES);
  }
}
