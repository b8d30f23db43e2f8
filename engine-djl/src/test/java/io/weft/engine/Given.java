package io.weft.engine;

import io.weft.data.ArrayShape;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;

/** Samples in arrays that a test has made, one after another. */
record Given(SampleShape shape, List<MemorySegment> inputs, MemorySegment label, long samples)
    implements Dataset {
  /** Rows of numbers, and numbers of this shape. */
  static Given numbers(float[] inputs, float[] labels, List<Long> lengths) {
    var label = ArrayShape.numbers(lengths);
    long samples = labels.length / label.count();
    var shape = SampleShape.ofNumbers(row(inputs, samples), lengths);
    return of(shape, inputs, MemorySegment.ofArray(labels), samples);
  }

  /** Rows of numbers, and a class for each. */
  static Given classes(float[] inputs, long[] labels, int classes) {
    var shape = SampleShape.ofClass(row(inputs, labels.length), classes);
    return of(shape, inputs, MemorySegment.ofArray(labels), labels.length);
  }

  private static Given of(SampleShape shape, float[] inputs, MemorySegment labels, long samples) {
    return new Given(shape, List.of(MemorySegment.ofArray(inputs)), labels, samples);
  }

  private static ArrayShape row(float[] numbers, long samples) {
    return ArrayShape.numbers(List.of(numbers.length / samples));
  }

  /** The same with the first column as an input of its own. */
  Given split() {
    int width = (int) shape.input().count();
    var all = inputs.getFirst().toArray(ValueLayout.JAVA_FLOAT);
    var first = new float[(int) samples];
    var others = new float[(int) samples * (width - 1)];
    for (int sample = 0; sample < samples; sample++) {
      first[sample] = all[sample * width];
      System.arraycopy(all, sample * width + 1, others, sample * (width - 1), width - 1);
    }
    var shapes = List.of(ArrayShape.numbers(List.of(1L)), ArrayShape.numbers(List.of(width - 1L)));
    return new Given(
        new SampleShape(shapes, shape.labels(), OptionalInt.empty()),
        List.of(MemorySegment.ofArray(first), MemorySegment.ofArray(others)),
        label,
        samples);
  }

  @Override
  public void read(long sample, List<MemorySegment> into, MemorySegment labels) {
    for (int at = 0; at < into.size(); at++) {
      copy(inputs.get(at), sample, into.get(at));
    }
    copy(label, sample, labels);
  }

  private static void copy(MemorySegment all, long sample, MemorySegment into) {
    into.copyFrom(all.asSlice(sample * into.byteSize(), into.byteSize()));
  }
}
