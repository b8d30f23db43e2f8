package io.weft.cli;

import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/**
 * The options of every command.
 *
 * <p>Whether {@code --json} is there must be known even where the rest of the command line makes no
 * sense, so the words are looked for directly; the parser only learns that they are allowed.
 */
final class GlobalOptions {
  private static final String JSON = "--json";
  private static final String VERBOSE = "--verbose";
  private static final String VERBOSE_SHORT = "-v";

  private GlobalOptions() {}

  /**
   * Adds them to a root command, from which all others inherit, and {@code --version} to it alone.
   */
  static void addTo(CommandSpec root) {
    root.addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show the version, the JDK and the system.")
                .build())
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .description("Show this help.")
                .build())
        .addOption(
            OptionSpec.builder(JSON)
                .scopeType(ScopeType.INHERIT)
                .description("Print JSON Lines on standard output, all else on standard error.")
                .build())
        .addOption(
            OptionSpec.builder(VERBOSE_SHORT, VERBOSE)
                .scopeType(ScopeType.INHERIT)
                .description("Say more, and show the stack trace of an error.")
                .build());
  }

  static boolean askForJson(String... args) {
    return options(args).anyMatch(JSON::equals);
  }

  /** Whether a command line asks for more words, and for the stack trace of an error. */
  static boolean askForDetails(String... args) {
    return options(args).anyMatch(arg -> arg.equals(VERBOSE) || arg.equals(VERBOSE_SHORT));
  }

  private static Stream<String> options(String... args) {
    return Arrays.stream(args).takeWhile(arg -> !arg.equals("--"));
  }
}
