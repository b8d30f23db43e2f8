package io.weft.checkpoint;

import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a checkpoint is to hold, by the name of the file, in memory that nobody else writes to: a
 * copy of what training goes on to change.
 *
 * @param memory of the tensors, closed with it; for all threads
 */
public record Contents(Map<String, List<NamedTensor>> files, Arena memory)
    implements AutoCloseable {
  public Contents {
    files = new LinkedHashMap<>(files);
  }

  /** The same tensors in memory of the arena. */
  public static List<NamedTensor> copied(List<NamedTensor> tensors, Arena memory) {
    return tensors.stream()
        .map(each -> new NamedTensor(each.name(), each.shape(), copied(each.tensor(), memory)))
        .toList();
  }

  private static Tensor copied(Tensor tensor, Arena memory) {
    var copy = memory.allocate(tensor.byteCount(), Long.BYTES).copyFrom(tensor.segment());
    return Tensor.of(copy, tensor.type());
  }

  @Override
  public void close() {
    memory.close();
  }
}
