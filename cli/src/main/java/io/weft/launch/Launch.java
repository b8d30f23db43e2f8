package io.weft.launch;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What to start.
 *
 * @param ranks how many processes
 * @param command the program and its arguments, the same for all of them
 * @param logFolder an existing folder for {@code rank-0.log} and so on
 * @param variables what ranks find in their environment beyond what makes them ranks
 */
public record Launch(
    int ranks, List<String> command, Path logFolder, Map<String, String> variables) {
  /** Each rank costs two threads that read its output. */
  private static final int RANKS_MOST = 256;

  public Launch {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
    if (ranks < 1 || ranks > RANKS_MOST) {
      throw new IllegalArgumentException(
          "--ranks %d: give 1 to %d ranks".formatted(ranks, RANKS_MOST));
    }
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new IllegalArgumentException("no command to start: give it after --");
    }
  }

  /** The same with a variable more. */
  public Launch with(String variable, String value) {
    var more = new HashMap<>(variables);
    more.put(variable, value);
    return new Launch(ranks, command, logFolder, more);
  }

  Path log(int rank) {
    return logFolder.resolve("rank-" + rank + ".log");
  }
}
