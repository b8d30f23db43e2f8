package io.weft.cli;

import java.nio.file.Path;

/** Both outputs of this process, as native libraries and child processes see them too. */
public final class StandardStreams {
  private StandardStreams() {}

  /** From now on all that is written to either goes to the end of a file, if it can be opened. */
  public static void appendTo(Path file) {
    int descriptor = Descriptors.append(file);
    if (descriptor >= 0) {
      Descriptors.copy(descriptor, Descriptors.STANDARD_OUTPUT);
      Descriptors.copy(descriptor, Descriptors.STANDARD_ERROR);
    }
  }
}
