package io.weft.checkpoint;

/**
 * A checkpoint that cannot be written or read. Its message is a sentence for the user; training may
 * go on, and the checkpoints that were there before still are.
 */
public final class CheckpointException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CheckpointException(String message) {
    super(message);
  }

  CheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
