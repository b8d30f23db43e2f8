package io.weft.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.training.dataset.BatchSampler;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.SequenceSampler;
import ai.djl.translate.TranslateException;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import io.weft.engine.loss.Loss;
import io.weft.engine.loss.Takes;
import io.weft.tensor.ElementType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A dataset of DJL's, read whole and in its order; who gets which samples in which order is up to
 * training, and not to its sampler. What its pipelines do is done once. A sample has one array or
 * several, and one array of labels: the loss decides whether these are classes or numbers.
 */
public final class DjlData implements Dataset {
  /** So many are read at once. */
  private static final int SAMPLES = 64;

  private final Loss loss;
  private final List<DjlColumn> inputs = new ArrayList<>();
  private @Nullable DjlColumn labels;

  /** The highest class that was found. */
  private long highest = -1;

  private DjlData(Loss loss) {
    this.loss = loss;
  }

  /** Reads all of it, with classes as labels. */
  public static DjlData of(RandomAccessDataset data) {
    return of(data, Loss.crossEntropy());
  }

  /**
   * Reads all of it.
   *
   * @param loss by which it is to be learnt
   * @throws DataException if it cannot be read, or has labels that the loss does not take
   */
  public static DjlData of(RandomAccessDataset data, Loss loss) {
    var read = new DjlData(loss);
    try (var manager = Torch.open()) {
      data.prepare();
      var inOrder = new BatchSampler(new SequenceSampler(), SAMPLES, false);
      for (var batch : data.getData(manager, inOrder)) {
        try (batch) {
          read.add(batch.getData(), batch.getLabels());
        }
      }
    } catch (IOException | TranslateException e) {
      throw new DataException("the dataset of DJL cannot be read: " + e.getMessage());
    }
    if (read.labels == null) {
      throw new DataException("the dataset of DJL has no samples: give one that has some");
    }
    return read;
  }

  private void add(NDList data, NDList label) {
    if (data.isEmpty() || label.size() != 1) {
      throw new DataException(
          "the dataset of DJL has %d inputs and %d arrays of labels for each sample: %s"
              .formatted(data.size(), label.size(), "give one that has inputs, and one of labels"));
    }
    long samples = data.getFirst().getShape().get(0);
    if (label.getFirst().getShape().dimension() == 0
        || label.getFirst().getShape().get(0) != samples) {
      throw new DataException(
          "the dataset of DJL has labels of shape %s for %d samples: give some for each"
              .formatted(label.getFirst().getShape(), samples));
    }
    if (inputs.isEmpty()) {
      data.forEach(array -> inputs.add(DjlColumn.like(array)));
    }
    for (int at = 0; at < inputs.size(); at++) {
      inputs.get(at).add(data.get(at));
    }
    addLabels(label.getFirst());
  }

  private void addLabels(NDArray given) {
    boolean oneEach = given.size() == given.getShape().get(0);
    var array = oneEach && loss.takes() != Takes.ANYTHING ? given.flatten() : given;
    if (labels == null) {
      labels =
          switch (loss.takes()) {
            case CLASSES -> DjlColumn.as(ElementType.INT64, array);
            case NUMBERS, LIKELIHOODS -> DjlColumn.as(ElementType.FP32, array);
            case ANYTHING -> DjlColumn.like(array);
          };
    }
    check(array, labels.count());
    labels.add(array);
  }

  /** Finds classes, and refuses labels that the loss does not take. */
  private void check(NDArray array, int before) {
    long each = array.size() / array.getShape().get(0);
    var numbers = array.toType(DataType.FLOAT64, false).toDoubleArray();
    for (int at = 0; at < numbers.length; at++) {
      double number = numbers[at];
      long sample = before + at / each;
      switch (loss.takes()) {
        case CLASSES -> {
          boolean fits = number >= 0 && number == Math.rint(number) && number < Integer.MAX_VALUE;
          demand(fits, sample, number, "classes are whole numbers from 0 on");
          highest = Math.max(highest, (long) number);
        }
        case NUMBERS ->
            demand(Double.isFinite(number), sample, number, "give labels that are finite");
        case LIKELIHOODS ->
            demand(number >= 0 && number <= 1, sample, number, "give labels from 0 to 1");
        case ANYTHING -> {}
      }
    }
  }

  private static void demand(boolean fits, long sample, double label, String allowed) {
    if (!fits) {
      throw new DataException(
          "sample %d of the dataset of DJL has the label %s: %s".formatted(sample, label, allowed));
    }
  }

  private DjlColumn labels() {
    return Objects.requireNonNull(labels, "nothing has been read");
  }

  @Override
  public long samples() {
    return labels().count();
  }

  @Override
  public SampleShape shape() {
    return new SampleShape(
        inputs.stream().map(DjlColumn::shape).toList(),
        labels().shape(),
        highest < 0 ? OptionalInt.empty() : OptionalInt.of(1 + Math.toIntExact(highest)));
  }

  @Override
  public void read(long sample, List<MemorySegment> into, MemorySegment label) {
    for (int at = 0; at < into.size(); at++) {
      inputs.get(at).read(sample, into.get(at));
    }
    labels().read(sample, label);
  }
}
