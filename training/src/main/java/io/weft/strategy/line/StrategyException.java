package io.weft.strategy.line;

import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A strategy line that cannot be read or cannot work. The message is written for the person who
 * wrote the line: what is wrong, where, what is allowed.
 */
public final class StrategyException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  private final @Nullable String suggestion;

  public StrategyException(String message) {
    super(message);
    this.suggestion = null;
  }

  private StrategyException(String message, String suggestion) {
    super(message);
    this.suggestion = suggestion;
  }

  /** Refuses a line, and names one close to it that can {@code use}, as in "be trained with". */
  public static StrategyException refusing(String reason, String use, String suggestion) {
    return new StrategyException(
        "%s; the nearest strategy that can %s is \"%s\"".formatted(reason, use, suggestion),
        suggestion);
  }

  /** The nearest line that will do, where each term is right but the whole is not. */
  public Optional<String> suggestion() {
    return Optional.ofNullable(suggestion);
  }
}
