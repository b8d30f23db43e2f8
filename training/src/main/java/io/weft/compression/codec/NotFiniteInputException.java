package io.weft.compression.codec;

/**
 * A number that is not finite was to be encoded by a codec that could not tell anybody. What its
 * coder remembers is of no more use.
 */
public final class NotFiniteInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String codec;
  private final long step;
  private final float number;
  private final long index;

  public NotFiniteInputException(String codec, long step, float number, long index, long count) {
    super(
        "number %d of %d is %s in step %d, and %s cannot pass that on: lower the learning rate"
            .formatted(index, count, number, step, codec));
    this.codec = codec;
    this.step = step;
    this.number = number;
    this.index = index;
  }

  /** The name of the codec. */
  public String codec() {
    return codec;
  }

  /** Which number it is, counted from 0. */
  public long index() {
    return index;
  }

  /**
   * The same where the numbers are some of others.
   *
   * @param first which of the others the first one is
   */
  public NotFiniteInputException among(long first, long count) {
    var moved = new NotFiniteInputException(codec, step, number, first + index, count);
    moved.initCause(this);
    return moved;
  }
}
