package io.weft.compression.codec;

/**
 * Bytes that no encoder can have written: they were damaged on the way, or the ranks do not use the
 * same compression.
 */
public final class MalformedPayloadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedPayloadException(String codec, String what) {
    super(
        "a payload of %s %s: it was damaged, or its sender uses another compression"
            .formatted(codec, what));
  }
}
