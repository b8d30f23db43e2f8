package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Says what {@code ./weft} did about the build: the script has brought it up to date before this
 * code can run, and leaves two properties.
 */
@Command(
    name = "build",
    header = "Builds the program if its sources changed.",
    description = {
      "Every command does so first; only a rank started by a launcher never builds, and asks for"
          + " this instead. What changed is decided by the contents of the files."
    },
    footer = {"  weft build", "  weft build --json"})
final class BuildCommand implements Callable<Integer> {
  private final Output output;

  BuildCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    Integer seconds = Integer.getInteger("weft.build.seconds");
    String folder = System.getProperty("weft.build.folder");
    if (folder == null) {
      throw new CommandFailedException(
          ExitCode.ENVIRONMENT_UNFIT,
          "the program was not started by the script 'weft', which is what builds: run ./weft build");
    }
    output.line(seconds == null ? "up to date" : "built in " + seconds + " s");
    output.event(new BuildEvent(seconds == null, seconds, folder));
    return ExitCode.OK.code();
  }
}
