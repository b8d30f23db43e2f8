package io.weft.command;

import io.weft.cli.Output;
import io.weft.cli.VersionEvent;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** What {@code --version} does, for those who look for a command. */
@Command(
    name = "version",
    header = "Shows the version, the JDK and the system.",
    footer = "  weft version")
final class VersionCommand implements Callable<Integer> {
  private final Output output;

  VersionCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    return VersionEvent.current().print(output);
  }
}
