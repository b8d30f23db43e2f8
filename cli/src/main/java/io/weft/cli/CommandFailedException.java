package io.weft.cli;

/** A command cannot go on; the message is the whole sentence that the user reads. */
public final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;

  public CommandFailedException(ExitCode exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  public CommandFailedException(ExitCode exitCode, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
