package io.weft.collective;

import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Which places of a rank others load from and store to. Where they cannot reach the caller's
 * memory, these are copied to where they can before the program runs, and back after it; that will
 * do if no step of the rank itself changes what others load, or looks at what they store.
 *
 * @param loaded before the program, for others to load
 * @param stored after it, as others have stored it
 */
record Exposure(List<Place> loaded, List<Place> stored) {
  static final Exposure NONE = new Exposure(List.of(), List.of());

  static Exposure of(int rank, List<Program> programs) {
    var loaded = new LinkedHashSet<Place>();
    var stored = new LinkedHashSet<Place>();
    for (var program : programs) {
      for (var step : program.steps()) {
        if (step instanceof Get(var peer, var from, _) && peer == rank) {
          loaded.add(from);
        } else if (step instanceof Put(var peer, _, var to) && peer == rank) {
          stored.add(to);
        }
      }
    }
    return new Exposure(List.copyOf(loaded), List.copyOf(stored));
  }

  /** Whether peers reach into the rank's memory at all. */
  boolean isAny() {
    return !loaded.isEmpty() || !stored.isEmpty();
  }

  /** Fails if copies would not do for a program of the rank itself. */
  void check(Program own) {
    for (var step : own.steps()) {
      var access = Access.of(step);
      boolean bad =
          access.writes().stream().anyMatch(place -> loaded.stream().anyMatch(place::overlaps))
              || access.all().stream().anyMatch(place -> stored.stream().anyMatch(place::overlaps));
      if (bad) {
        throw new AssertionError("a step touches what peers reach: " + step);
      }
    }
  }
}
