package io.weft.checkpoint;

import io.weft.data.Position;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where training stood.
 *
 * @param step how many steps had been made
 * @param position of the next batch
 * @param settings what it was made with, by name: model, optimizer, strategy, ranks, batch
 */
public record Progress(long step, long seed, Position position, Map<String, String> settings) {
  public Progress {
    settings = Map.copyOf(settings);
    if (step < 0) {
      throw new IllegalArgumentException("step=" + step + ": it must be at least 0");
    }
  }

  /** In the order of names, so that equal progress makes equal files. */
  Map<String, String> sortedSettings() {
    return new TreeMap<>(settings);
  }
}
