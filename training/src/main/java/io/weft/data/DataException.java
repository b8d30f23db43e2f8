package io.weft.data;

/** Data that is not there, or not what it should be. Its message is a sentence for the user. */
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DataException(String message) {
    super(message);
  }

  public DataException(String message, Throwable cause) {
    super(message, cause);
  }
}
