package io.weft.engine.zoo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a simulated model is like: an accelerator of which only the time is known. Layers take the
 * same time each, a third of it forward, and grow quadratically, as those of image networks do.
 *
 * @param parameters of all layers together, about
 * @param time of one micro-step, forward and backward
 */
public record Simulation(int layers, long parameters, Duration time) {
  /** Fewer would not be worth a message. */
  private static final long LAYER_MIN = 16;

  /** What a simulation is unless something else is said. */
  public static final Simulation DEFAULT = new Simulation(20, 11_200_000, Duration.ofMillis(200));

  public Simulation {
    if (layers < 1 || parameters < 1 || time.isNegative()) {
      throw new IllegalArgumentException(
          "%d layers of %d parameters in %s: at least one of each, in no negative time"
              .formatted(layers, parameters, time));
    }
  }

  /** How many parameters each layer has. */
  List<Long> sizes() {
    long squares = 0;
    for (long layer = 1; layer <= layers; layer++) {
      squares += layer * layer;
    }
    var sizes = new ArrayList<Long>();
    for (long layer = 1; layer <= layers; layer++) {
      sizes.add(Math.max(LAYER_MIN, parameters * layer * layer / squares));
    }
    return List.copyOf(sizes);
  }

  Duration forward() {
    return time.dividedBy(3L * layers);
  }

  Duration backward() {
    return time.multipliedBy(2).dividedBy(3L * layers);
  }
}
