package io.weft.cli;

import io.weft.strategy.line.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** What was wrong with a command line, in a sentence that names what was probably meant. */
final class UsageError {
  private UsageError() {}

  static String sentence(ParameterException error) {
    String command = error.getCommandLine().getCommandSpec().qualifiedName();
    String problem = problem(error);
    return problem + (problem.endsWith("?") ? " See " : "; see ") + command + " --help";
  }

  private static String problem(ParameterException error) {
    // A word that means nothing explains a missing one, so it is named first.
    List<String> unmatched = error.getCommandLine().getUnmatchedArguments();
    if (!unmatched.isEmpty()) {
      return unknown(error.getCommandLine(), unmatched.getFirst());
    }
    ArgSpec argument = error.getArgSpec();
    String value = error.getValue();
    if (argument != null && value != null && valueType(argument).isEnum()) {
      return "'%s' is not a value of %s: give one of %s"
          .formatted(value, label(argument), String.join(", ", argument.completionCandidates()));
    }
    return decapitalised(Objects.toString(error.getMessage(), "Wrong usage"));
  }

  private static String unknown(CommandLine command, String word) {
    boolean option = word.startsWith("-");
    Collection<String> known =
        option ? command.getCommandSpec().optionsMap().keySet() : command.getSubcommands().keySet();
    String kind = option ? "option" : known.isEmpty() ? "argument" : "command";
    String nearest = Nearest.to(word, known).map(": did you mean '%s'?"::formatted).orElse("");
    return "unknown %s '%s'%s".formatted(kind, word, nearest);
  }

  private static Class<?> valueType(ArgSpec argument) {
    Class<?>[] elements = argument.auxiliaryTypes();
    return elements.length > 0 ? elements[0] : argument.type();
  }

  private static String label(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String decapitalised(String message) {
    return Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }
}
