package io.weft.compression.codec;

/**
 * A number that is not finite was to be encoded by a codec that could not tell anybody. What its
 * coder remembers is of no more use.
 */
public final class NotFiniteInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotFiniteInputException(String codec, long step, float number, long index, long count) {
    super(
        "number %d of %d is %s in step %d, and %s cannot pass that on: lower the learning rate"
                .formatted(index, count, number, step, codec)
            + " or clip gradients");
  }
}
