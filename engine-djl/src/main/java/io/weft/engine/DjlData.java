package io.weft.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.training.dataset.BatchSampler;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.SequenceSampler;
import ai.djl.translate.TranslateException;
import io.weft.data.ArrayShape;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import io.weft.file.HeapRoom;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A dataset of DJL's, read whole and in its order; who gets which samples in which order is up to
 * training, and not to its sampler. What its pipelines do is done once. A sample is one array of
 * numbers and one class, from 0 on.
 */
public final class DjlData implements Dataset {
  /** So many are read at once. */
  private static final int SAMPLES = 64;

  private final List<float[]> inputs = new ArrayList<>();
  private final List<Long> labels = new ArrayList<>();
  private List<Long> shape = List.of();

  private DjlData() {}

  /**
   * Reads all of it.
   *
   * @throws DataException if it cannot be read, or has other samples than these
   */
  public static DjlData of(RandomAccessDataset data) {
    var read = new DjlData();
    try (var manager = Torch.open()) {
      data.prepare();
      var inOrder = new BatchSampler(new SequenceSampler(), SAMPLES, false);
      for (var batch : data.getData(manager, inOrder)) {
        try (batch) {
          read.add(only("inputs", batch.getData()), only("labels", batch.getLabels()));
        }
      }
    } catch (IOException | TranslateException e) {
      throw new DataException("the dataset of DJL cannot be read: " + e.getMessage());
    }
    if (read.labels.isEmpty()) {
      throw new DataException("the dataset of DJL has no samples: give one that has some");
    }
    return read;
  }

  private static NDArray only(String what, NDList arrays) {
    if (arrays.size() != 1) {
      throw new DataException(
          "the dataset of DJL has %d arrays of %s for each sample: give one that has one"
              .formatted(arrays.size(), what));
    }
    return arrays.getFirst();
  }

  private void add(NDArray input, NDArray label) {
    long samples = input.getShape().get(0);
    shape = Arrays.stream(input.getShape().slice(1).getShape()).boxed().toList();
    if (label.size() != samples) {
      throw new DataException(
          "the dataset of DJL has %d labels for %d samples: give one class for each"
              .formatted(label.size(), samples));
    }
    var numbers = input.toType(DataType.FLOAT32, false).toFloatArray();
    if ((long) numbers.length * Float.BYTES > HeapRoom.bytes()) {
      throw new DataException(
          "the dataset of DJL is larger than the memory that is left, from sample %d on: %s"
              .formatted(labels.size(), "give fewer samples, or Java more memory (-Xmx)"));
    }
    int each = (int) (numbers.length / samples);
    for (int at = 0; at < samples; at++) {
      inputs.add(Arrays.copyOfRange(numbers, at * each, (at + 1) * each));
    }
    for (double found : label.toType(DataType.FLOAT64, false).toDoubleArray()) {
      labels.add(label(found));
    }
  }

  private long label(double found) {
    if (!(found >= 0 && found == Math.rint(found) && found < Integer.MAX_VALUE)) {
      throw new DataException(
          "sample %d of the dataset of DJL has the label %s: classes are whole numbers from 0 on"
              .formatted(labels.size(), found));
    }
    return (long) found;
  }

  @Override
  public long samples() {
    return labels.size();
  }

  @Override
  public SampleShape shape() {
    long highest = labels.stream().mapToLong(Long::longValue).max().orElseThrow();
    return SampleShape.ofClass(ArrayShape.numbers(shape), 1 + Math.toIntExact(highest));
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment label) {
    inputs.getFirst().copyFrom(MemorySegment.ofArray(this.inputs.get((int) sample)));
    label.set(ValueLayout.JAVA_LONG, 0, labels.get((int) sample));
  }
}
