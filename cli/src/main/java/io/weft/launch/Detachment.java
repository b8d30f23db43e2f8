package io.weft.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Lets a command outlive the terminal from which it is started. */
final class Detachment {
  /**
   * Programs that run another one out of reach of a terminal: in a session of its own, or deaf for
   * its end. Each becomes the command, with the same process number.
   */
  private static final List<String> PROGRAMS = List.of("setsid", "nohup");

  private Detachment() {}

  /**
   * The command as it is where this machine has none of these programs.
   *
   * @throws CannotStartException if there is no such command, which they would say too late
   */
  static List<String> of(List<String> command, Map<String, String> environment)
      throws CannotStartException {
    var path = environment.getOrDefault("PATH", "").split(File.pathSeparator, -1);
    if (find(command.getFirst(), path).isEmpty()) {
      throw new CannotStartException(
          command.getFirst(), new NoSuchFileException("No such file or directory"));
    }
    var detached = new ArrayList<String>();
    PROGRAMS.stream()
        .flatMap(program -> find(program, path).stream())
        .findFirst()
        .ifPresent(program -> detached.add(program.toString()));
    detached.addAll(command);
    return detached;
  }

  private static Optional<Path> find(String program, String... path) {
    var places = program.contains("/") ? Stream.of(Path.of(program)) : places(program, path);
    return places.filter(Files::isExecutable).findFirst();
  }

  private static Stream<Path> places(String program, String... path) {
    return Stream.of(path).map(folder -> Path.of(folder, program));
  }
}
