package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;

/**
 * A text in windows that touch: a sample is {@code context} bytes as tokens, and the label of each
 * is the byte after it.
 */
public record TextWindows(Corpus corpus, int context) implements Dataset {
  private static final int BYTES = 256;

  public TextWindows {
    if (context < 1 || corpus.length() <= context) {
      throw new DataException(
          "context=%d: it must be at least 1 and below the %d bytes of the text"
              .formatted(context, corpus.length()));
    }
  }

  @Override
  public long samples() {
    return (corpus.length() - 1L) / context;
  }

  @Override
  public SampleShape shape() {
    var tokens = ArrayShape.wholeNumbers(List.of((long) context));
    return new SampleShape(List.of(tokens), tokens, OptionalInt.of(BYTES));
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    int first = Math.toIntExact(sample * context);
    for (int i = 0; i < context; i++) {
      inputs.getFirst().setAtIndex(ValueLayout.JAVA_LONG, i, corpus.byteAt(first + i));
      labels.setAtIndex(ValueLayout.JAVA_LONG, i, corpus.byteAt(first + i + 1));
    }
  }
}
