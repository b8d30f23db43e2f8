package io.weft.schedule.graph;

/**
 * Something that must be done before a task may start.
 *
 * @param roundsBack in which round: 0 the same, 1 the one before. Where there was no such round,
 *     there is nothing to wait for; where that round leaves the task out, what the task would have
 *     waited for takes its place.
 */
public record Dependency(Task task, int roundsBack) {
  public Dependency {
    if (roundsBack < 0) {
      throw new IllegalArgumentException(
          "roundsBack=%d: nothing can wait for %s of a later round, so at least 0"
              .formatted(roundsBack, task));
    }
  }

  @Override
  public String toString() {
    return switch (roundsBack) {
      case 0 -> task.toString();
      case 1 -> task + " of the round before";
      default -> task + " of " + roundsBack + " rounds before";
    };
  }
}
