package io.weft.launch;

import java.io.IOException;

/** The command of a launch cannot be started; no rank is left running. */
public final class CannotStartException extends IOException {
  private static final long serialVersionUID = 1;

  CannotStartException(String program, IOException cause) {
    super(
        "cannot start '%s': %s; give a program on the PATH or with its folder"
            .formatted(program, reason(cause)),
        cause);
  }

  /** The system's words, which the JDK puts last and in brackets, or after a comma. */
  private static String reason(IOException cause) {
    String message = String.valueOf(cause.getMessage()).strip();
    int open = message.lastIndexOf('(');
    boolean bracketed = open >= 0 && message.endsWith(")");
    return bracketed
        ? message.substring(open + 1, message.length() - 1)
        : message.substring(message.lastIndexOf(", ") + 1).strip();
  }
}
