package io.weft.data;

import io.weft.data.SyntheticImages.Size;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Images made larger: in the middle of zeros, and their channels repeated. So images of 28 × 28
 * pixels in grey suit a network that takes 32 × 32 in colour.
 *
 * @param images whose samples have channels, rows and columns
 * @param size at least theirs, with a multiple of their channels
 */
public record PaddedImages(Dataset images, Size size) implements Dataset {
  public PaddedImages {
    var from = sizeOf(images);
    if (size.channels() % from.channels() != 0
        || size.height() < from.height()
        || size.width() < from.width()) {
      throw new DataException(
          "images of %d × %d pixels in %d channels do not fit into %d × %d in %d"
              .formatted(
                  from.height(),
                  from.width(),
                  from.channels(),
                  size.height(),
                  size.width(),
                  size.channels()));
    }
  }

  private static Size sizeOf(Dataset images) {
    var lengths = images.shape().input().lengths();
    if (lengths.size() != 3) {
      throw new DataException("samples of shape %s are no images".formatted(lengths));
    }
    return new Size(
        Math.toIntExact(lengths.get(0)),
        Math.toIntExact(lengths.get(1)),
        Math.toIntExact(lengths.get(2)));
  }

  @Override
  public long samples() {
    return images.samples();
  }

  @Override
  public SampleShape shape() {
    var lengths = List.of((long) size.channels(), (long) size.height(), (long) size.width());
    return images.shape().withInput(ArrayShape.numbers(lengths));
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    var from = sizeOf(images);
    var small = MemorySegment.ofArray(new float[(int) images.shape().input().count()]);
    images.read(sample, List.of(small), labels);
    var input = inputs.getFirst();
    input.fill((byte) 0);
    int top = (size.height() - from.height()) / 2;
    int left = (size.width() - from.width()) / 2;
    for (int channel = 0; channel < size.channels(); channel++) {
      for (int row = 0; row < from.height(); row++) {
        long source = (long) (channel % from.channels() * from.height() + row) * from.width();
        long target = ((long) channel * size.height() + top + row) * size.width() + left;
        MemorySegment.copy(
            small,
            ValueLayout.JAVA_FLOAT,
            source * Float.BYTES,
            input,
            ValueLayout.JAVA_FLOAT,
            target * Float.BYTES,
            from.width());
      }
    }
  }
}
