package io.weft.validation;

import java.util.List;
import java.util.Optional;

/**
 * The speed-ups of gTop-k over dense training, 32 workers on 1 GbE, density 0.001. Nothing overlaps
 * there: a step is computation, selection and exchange one after the other. A dense exchange is a
 * ring; gTop-k goes up and down a tree with k values and k positions in each of its log n steps.
 *
 * <p>Shi et al., "A Distributed Synchronous SGD Algorithm with Global Top-k Sparsification for Low
 * Bandwidth Networks", ICDCS 2019.
 */
final class GlobalTopK {
  private static final int WORKERS = 32;
  private static final double DENSITY = 0.001;

  /** One message on 1 GbE, as published with the results. */
  private static final double LATENCY_SECONDS = 0.436e-3;

  private static final double SECONDS_PER_BYTE = 9e-9;

  /** Assumed: what an exact selection takes on the GPU of the time, for each parameter. */
  private static final double SELECTION_SECONDS = 3e-9;

  /** Assumed: operations in a second where layers are large, and where starting them is all. */
  private static final double LARGE = 4e12;

  private static final double SMALL = 1.5e12;

  /**
   * A network of the paper.
   *
   * @param operations of a step, forward and backward
   * @param published how much faster gTop-k was
   */
  private record Subject(
      String model,
      int batch,
      double parameters,
      double operations,
      double speed,
      double published) {
    double speedUp() {
      double compute = operations / speed;
      double selected = DENSITY * parameters;
      double dense =
          2
              * (WORKERS - 1)
              * (LATENCY_SECONDS + parameters * Float.BYTES / WORKERS * SECONDS_PER_BYTE);
      double steps = 2 * Math.log(WORKERS) / Math.log(2);
      double sparse = steps * (LATENCY_SECONDS + 2 * selected * Float.BYTES * SECONDS_PER_BYTE);
      return (compute + dense) / (compute + SELECTION_SECONDS * parameters + sparse);
    }
  }

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject("AlexNet", 64, 61.1e6, 64 * 3 * 1.43e9, LARGE, 12.8),
          new Subject("VGG-16 (CIFAR-10)", 128, 14.7e6, 128 * 3 * 0.63e9, LARGE, 9.78),
          new Subject("LSTM-PTB", 100, 66e6, 100 * 35 * 3 * 0.102e9, SMALL, 5.1),
          new Subject("ResNet-50", 64, 25.557e6, 64 * 3 * 8.2e9, LARGE, 3.65),
          new Subject("ResNet-20", 128, 0.27e6, 128 * 3 * 0.082e9, SMALL, 2.74));

  private GlobalTopK() {}

  /** Published and predicted speed-ups; every one within 30 %. */
  static Check check() {
    var rows =
        SUBJECTS.stream()
            .map(
                it ->
                    new Forecast(
                        new Measured(
                            it.model, it.batch, "1GbE", "gTop-k / dense", WORKERS, it.published),
                        it.speedUp()))
            .toList();
    return new Check("gTop-k, gain over dense", rows, Optional.of(30.0), Optional.of(30.0));
  }
}
