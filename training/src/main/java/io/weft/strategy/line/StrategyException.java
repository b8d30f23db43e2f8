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

  /** Refuses terms that do not go together, and names a line that is valid and close to them. */
  public static StrategyException refusing(String reason, String suggestion) {
    return new StrategyException(
        "%s; the nearest valid strategy is \"%s\"".formatted(reason, suggestion), suggestion);
  }

  /** The nearest valid line, where each term is right but the combination is not. */
  public Optional<String> suggestion() {
    return Optional.ofNullable(suggestion);
  }
}
