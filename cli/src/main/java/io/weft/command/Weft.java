package io.weft.command;

import io.weft.cli.Cli;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command, and the program's {@code main}. */
@Command(
    name = "weft",
    synopsisSubcommandLabel = "COMMAND",
    header = "Trains deep networks on machines whose network is the bottleneck.",
    footer = {
      "  weft train --strategy dear",
      "  weft show \"dear + powersgd(rank=2)\"",
      "  weft show ring --ranks 5 --svg ring.svg",
      "  weft bench all-reduce --ranks 4",
      "  weft simulate --model bert-large --cluster 10gbe-v100x4 --ranks 64",
      "  weft plan --model resnet-50 --cluster 10gbe-v100x4 --ranks 64",
      "  weft calibrate",
      "  weft profile --model mlp",
      "  weft run --ranks 4 -- COMMAND",
      "  weft ps",
      "  weft doctor --hosts node1,node2",
      "  eval \"$(weft completion bash)\"",
      "",
      "Help on a command: weft help COMMAND"
    })
public final class Weft implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  private final Output output;

  private Weft(Output output) {
    this.output = output;
  }

  public static void main(String[] args) {
    Cli.runAndExit(Weft::commands, args);
  }

  /** Runs one command line in this process and returns its exit code. */
  public static int run(Terminal terminal, String... args) {
    return new Cli(terminal, Weft::commands).run(args);
  }

  private static CommandLine commands(Output output) {
    return new CommandLine(new Weft(output))
        .addSubcommand(new TrainCommand(output))
        .addSubcommand(new PredictCommand(output))
        .addSubcommand(new EvaluateCommand(output))
        .addSubcommand(new CompareCommand(output))
        .addSubcommand(new ShowCommand(output))
        .addSubcommand(
            new CommandLine(new BenchCommand(output)).addSubcommand(new BenchTrainCommand(output)))
        .addSubcommand(new SimulateCommand(output))
        .addSubcommand(new PlanCommand(output))
        .addSubcommand(new ValidateCommand(output))
        .addSubcommand(new CalibrateCommand(output))
        .addSubcommand(new ProfileCommand(output))
        .addSubcommand(new RunCommand(output))
        .addSubcommand(new PsCommand(output))
        .addSubcommand(new StopCommand(output))
        .addSubcommand(new DoctorCommand(output))
        .addSubcommand(new BuildCommand(output))
        .addSubcommand(new CompletionCommand(output))
        .addSubcommand(new HelpCommand())
        .addSubcommand(new VersionCommand(output));
  }

  /** Who gives no command is shown which there are; a program is told that it gave none. */
  @Override
  public Integer call() {
    if (output.json()) {
      throw new ParameterException(spec.commandLine(), "No command given");
    }
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.OK.code();
  }
}
