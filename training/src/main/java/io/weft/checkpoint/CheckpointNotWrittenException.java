package io.weft.checkpoint;

/**
 * A checkpoint that is not on the disk. Its message is a sentence for the user, which also says
 * what is there from before; training may go on.
 */
public final class CheckpointNotWrittenException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CheckpointNotWrittenException(String message) {
    super(message);
  }

  CheckpointNotWrittenException(String message, Throwable cause) {
    super(message, cause);
  }
}
