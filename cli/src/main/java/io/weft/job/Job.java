package io.weft.job;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a job that was started on this machine, whether it still runs or not.
 *
 * @param name by which it is stopped
 * @param command what its user has asked for, in a word or two
 * @param ranks how many it was to have
 * @param folder where its logs are
 * @param detached whether its launcher was to return at once
 * @param mark what its processes have in their environment
 * @param processes its ranks, as far as they were started, in their order
 */
public record Job(
    String name,
    String command,
    int ranks,
    Path folder,
    boolean detached,
    String mark,
    Instant started,
    ProcessKey launcher,
    List<ProcessKey> processes) {
  public Job {
    processes = List.copyOf(processes);
  }
}
