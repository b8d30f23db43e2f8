package io.weft.training.round;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Task;

/** Sees when tasks run. Called by the threads that run them. Times are of {@code nanoTime}. */
public interface Witness {
  /** Sees nothing. */
  Witness NONE =
      new Witness() {
        @Override
        public void began(Task task, long round, long startNanos) {}

        @Override
        public void ran(Node node, long round, long startNanos, long endNanos) {}

        @Override
        public void waited(Task cause, long round, long startNanos, long endNanos) {}
      };

  /**
   * This rank begins with a task that goes between ranks.
   *
   * @param round whose work it does
   */
  void began(Task task, long round, long startNanos);

  /**
   * A task was performed.
   *
   * @param round whose work it did
   */
  void ran(Node node, long round, long startNanos, long endNanos);

  /**
   * The compute lane had nothing to do until a task was done elsewhere.
   *
   * @param cause that task
   */
  void waited(Task cause, long round, long startNanos, long endNanos);
}
