package io.weft.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What the help of every command has in common: its colours and headings. */
final class HelpStyle {
  private HelpStyle() {}

  static void apply(CommandLine root, boolean colour) {
    root.setColorScheme(CommandLine.Help.defaultColorScheme(colour ? Ansi.ON : Ansi.OFF));
    describe(root);
    root.getCommandSpec().usageMessage().exitCodeList(exitCodes());
  }

  private static void describe(CommandLine command) {
    var help = command.getCommandSpec().usageMessage();
    help.synopsisHeading("%nUsage: ")
        .descriptionHeading(help.description().length == 0 ? "" : "%n")
        .parameterListHeading("%n")
        .optionListHeading("%nOptions:%n")
        .commandListHeading("%nCommands:%n")
        .exitCodeListHeading("%nExit codes:%n")
        .footerHeading("%nExamples:%n");
    command.getSubcommands().values().forEach(HelpStyle::describe);
  }

  private static Map<String, String> exitCodes() {
    var codes = new LinkedHashMap<String, String>();
    for (ExitCode exitCode : ExitCode.values()) {
      codes.put(Integer.toString(exitCode.code()), exitCode.meaning());
    }
    return codes;
  }
}
