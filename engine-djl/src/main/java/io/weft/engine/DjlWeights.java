package io.weft.engine;

import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Block;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Safetensors;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;

/** What a block of DJL's holds, for programs that do not know DJL. */
public final class DjlWeights {
  private DjlWeights() {}

  /**
   * Writes the parameters of a block, running means and variances among them, to a file of
   * safetensors, with the names and shapes that they have in the block. In Python, {@code
   * safetensors.torch.load_file} reads it.
   *
   * @throws IllegalArgumentException if the block is not initialised, or has other parameters than
   *     32-bit floats
   */
  public static void save(Block block, Path file) throws IOException {
    var tensors = new ArrayList<NamedTensor>();
    for (var entry : block.getParameters()) {
      var parameter = entry.getValue();
      if (!parameter.isInitialized()) {
        throw new IllegalArgumentException(
            "%s has no values yet: train the block or load it, and save it then"
                .formatted(entry.getKey()));
      }
      var array = parameter.getArray();
      if (array.getDataType() != DataType.FLOAT32) {
        throw new IllegalArgumentException(
            "%s has elements of type %s: float32 can be saved"
                .formatted(entry.getKey(), array.getDataType()));
      }
      var shape = Arrays.stream(array.getShape().getShape()).boxed().toList();
      tensors.add(new NamedTensor(entry.getKey(), shape, Tensor.of(array.toFloatArray())));
    }
    WholeFile.write(file, temporary -> Safetensors.write(temporary, tensors));
  }
}
