package io.weft.command;

import io.weft.cli.ErrorEvent;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.launch.LauncherWatch;

/** What a rank does without its launcher. */
final class OwnLauncher {
  private OwnLauncher() {}

  /** Ends this process when the launcher is gone, unless the watch is told otherwise. */
  static LauncherWatch watch(Output output) {
    return LauncherWatch.open(System.getenv(), output::note, () -> end(output));
  }

  private static void end(Output output) {
    var sentence = "the launcher of this rank is gone, so the rank ends too";
    int exitCode = ExitCode.LAUNCHER_LOST.code();
    output.note(sentence);
    output.event(new ErrorEvent(sentence, exitCode));
    System.exit(exitCode);
  }
}
