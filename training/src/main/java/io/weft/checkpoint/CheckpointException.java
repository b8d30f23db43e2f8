package io.weft.checkpoint;

/** A checkpoint that cannot be gone on from. Its message is a sentence for the user. */
public final class CheckpointException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CheckpointException(String message) {
    super(message);
  }

  CheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
