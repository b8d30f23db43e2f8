package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.strategy.line.Nearest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What {@code --help} does, for those who look for a command. */
@Command(
    name = "help",
    header = "Shows the help of the program or of a command.",
    footer = {"  weft help train", "  weft help bench train"})
final class HelpCommand implements Callable<Integer> {
  @Parameters(paramLabel = "COMMAND", description = "Which command (default: the program).")
  private List<String> names = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var command = spec.root().commandLine();
    for (var name : names) {
      command = below(command, name);
    }
    command.usage(spec.root().commandLine().getOut());
    return ExitCode.OK.code();
  }

  private CommandLine below(CommandLine command, String name) {
    var below = command.getSubcommands().get(name);
    if (below == null) {
      var nearest =
          Nearest.to(name, command.getSubcommands().keySet())
              .map(": did you mean '%s'?"::formatted);
      throw new ParameterException(
          spec.commandLine(), "Unknown command '%s'%s".formatted(name, nearest.orElse("")));
    }
    return below;
  }
}
