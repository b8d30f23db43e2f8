package io.weft.validation;

/** One row of a survey: training throughput of all GPUs together. */
public record Measured(
    String model, int batch, String network, String method, int gpus, double samplesPerSecond) {
  public Measured {
    if (batch < 1 || gpus < 1 || !(samplesPerSecond > 0) || Double.isInfinite(samplesPerSecond)) {
      throw new IllegalArgumentException(
          "%s, %s, %s: batch %d, %d GPUs and %s samples/s; all must be above 0"
              .formatted(model, network, method, batch, gpus, samplesPerSecond));
    }
  }

  /** What one step takes. */
  public double stepSeconds() {
    return (double) batch * gpus / samplesPerSecond;
  }
}
