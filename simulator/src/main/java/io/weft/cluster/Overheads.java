package io.weft.cluster;

/**
 * What an exchange costs beside its bytes. An operation of n ranks takes {@code operationSeconds +
 * n · operationSecondsPerRank} longer, and each tensor in it {@code tensorSeconds}: frameworks
 * agree on every tensor before they send it.
 */
public record Overheads(
    double operationSeconds, double operationSecondsPerRank, double tensorSeconds) {
  /** A model of line rates alone. */
  public static final Overheads NONE = new Overheads(0, 0, 0);

  public Overheads {
    Checks.notNegative("the overhead of an operation in seconds", operationSeconds);
    Checks.notNegative("the overhead per rank in seconds", operationSecondsPerRank);
    Checks.notNegative("the overhead per tensor in seconds", tensorSeconds);
  }

  /** What one operation adds. */
  public double seconds(int ranks, int tensors) {
    return operationSeconds + ranks * operationSecondsPerRank + tensors * tensorSeconds;
  }

  /** The same, all larger by a factor. */
  public Overheads times(double factor) {
    return new Overheads(
        operationSeconds * factor, operationSecondsPerRank * factor, tensorSeconds * factor);
  }
}
