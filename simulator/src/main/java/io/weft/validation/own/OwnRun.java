package io.weft.validation.own;

/**
 * Training that is both predicted and run.
 *
 * @param network the rate of its links, by which the cluster is named: {@code 200mbit}
 * @param batch samples of each rank in a step
 */
public record OwnRun(String model, String network, int ranks, int batch, String strategy) {
  public OwnRun {
    if (ranks < 2 || batch < 1) {
      throw new IllegalArgumentException(
          "%s with %s on %d ranks with %d samples each: at least 2 ranks and 1 sample"
              .formatted(model, strategy, ranks, batch));
    }
    if ((model + network + strategy).contains(",")) {
      throw new IllegalArgumentException(
          "%s, %s, %s: a comma divides columns, so none may be in a name"
              .formatted(model, network, strategy));
    }
  }

  /** What candidates compete in: all but the strategy. */
  OwnRun setting() {
    return new OwnRun(model, network, ranks, batch, "");
  }

  double samples() {
    return (double) ranks * batch;
  }
}
