package io.weft.command;

import io.weft.cli.Cli;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.join.Join;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * A program whose ranks add up as many numbers as each of them is told. Our own commands compare
 * what they were told before they exchange anything; this one does not.
 */
@Command(name = "adding")
final class AddingProgram implements Callable<Integer> {
  private final Output output;

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Parameters private int count;

  private AddingProgram(Output output) {
    this.output = output;
  }

  public static void main(String[] arguments) {
    Cli.runAndExit(output -> new CommandLine(new AddingProgram(output)), arguments);
  }

  @Override
  public Integer call() {
    try (var rank = Join.open(rankOptions.join(output, "adding").orElseThrow())) {
      rank.communicator().allReduce(Tensor.of(new float[count]), Reduction.SUM);
    }
    return ExitCode.OK.code();
  }
}
