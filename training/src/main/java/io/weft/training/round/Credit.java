package io.weft.training.round;

import io.weft.schedule.graph.Task;
import java.util.function.ToLongFunction;

/**
 * How much may be under way before something no more urgent starts.
 *
 * @param bytes how many; {@link Long#MAX_VALUE} for as many as there are
 * @param size how many bytes an exchange has
 */
public record Credit(long bytes, ToLongFunction<Task> size) {
  /** Exchanges start as soon as they can. */
  public static final Credit UNLIMITED = new Credit(Long.MAX_VALUE, _ -> 0);

  public Credit {
    if (bytes < 1) {
      throw new IllegalArgumentException("a credit of %d bytes: at least 1".formatted(bytes));
    }
  }
}
