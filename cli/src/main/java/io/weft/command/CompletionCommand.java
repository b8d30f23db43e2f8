package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the script with which a shell completes our commands and options. */
@Command(
    name = "completion",
    header = "Prints a script that makes the shell complete commands and options.",
    footer = {
      "  eval \"$(./weft completion bash)\"     in this shell, or as a line of ~/.bashrc",
      "  eval \"$(./weft completion zsh)\"      in this shell, or as a line of ~/.zshrc"
    })
final class CompletionCommand implements Callable<Integer> {
  enum Shell {
    BASH,
    ZSH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Output output;

  @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.BASH;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompletionCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    // One script serves both: in zsh it first loads that shell's own support for bash completions.
    String script = AutoComplete.bash("weft", spec.root().commandLine());
    output.line(script);
    output.event(new CompletionEvent(shell, script));
    return ExitCode.OK.code();
  }
}
