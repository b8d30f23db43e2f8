package io.weft.cluster;

/**
 * The cores that ranks share, and what communication takes of them.
 *
 * @param cores of each pool
 * @param pool who shares them
 * @param computing whether models run on them, and not on accelerators
 * @param socketSecondsPerByte of a core, to send a byte and to receive it
 * @param socketSecondsPerMessage of a core, to send a message and to receive it
 * @param interference how much longer a core computes while messages travel, as a part of it
 */
public record Processors(
    int cores,
    Pool pool,
    boolean computing,
    double socketSecondsPerByte,
    double socketSecondsPerMessage,
    double interference) {
  /** Whose cores they are. */
  public enum Pool {
    /** Of each host. */
    HOST,
    /** Of all hosts together, which are but one machine: an emulated cluster. */
    CLUSTER
  }

  /** So many that nobody ever waits for one. */
  public static final Processors PLENTY =
      new Processors(Integer.MAX_VALUE, Pool.HOST, false, 0, 0, 0);

  public Processors {
    if (cores < 1) {
      throw new IllegalArgumentException("%d cores: at least 1".formatted(cores));
    }
    Checks.notNegative("what a core needs for a byte in seconds", socketSecondsPerByte);
    Checks.notNegative("what a core needs for a message in seconds", socketSecondsPerMessage);
    Checks.notNegative("interference as a part of computation", interference);
  }

  /** The same, with models that run on them or on accelerators. */
  public Processors computing(boolean here) {
    return new Processors(
        cores, pool, here, socketSecondsPerByte, socketSecondsPerMessage, interference);
  }

  /** Whether ranks can get into each other's way. */
  public boolean arePlenty() {
    return cores == Integer.MAX_VALUE;
  }

  /** What a core does to send so much and to receive as much. */
  public double socketSeconds(double bytes, double messages) {
    return bytes * socketSecondsPerByte + messages * socketSecondsPerMessage;
  }
}
