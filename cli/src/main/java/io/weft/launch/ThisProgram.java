package io.weft.launch;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts the program of this process once more. */
public final class ThisProgram {
  /** What is true of this process alone: its terminal, a debugger that waits at a port. */
  private static final List<String> OWN =
      List.of("-Dweft.terminal.", "-Dweft.parked.", "-agentlib:", "-agentpath:", "-javaagent:");

  private ThisProgram() {}

  /** The same JVM with the same flags and class path. */
  public static List<String> command(String mainClass, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> OWN.stream().noneMatch(flag::startsWith))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(arguments);
    return command;
  }
}
