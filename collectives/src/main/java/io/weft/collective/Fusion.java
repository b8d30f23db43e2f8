package io.weft.collective;

import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a rank does in one go. Loads that it need not do: what is fetched from a peer only to be
 * combined at once can be combined where it lies. And stores that it does while the bytes are still
 * in a cache: those that follow a combine at once and hand its result on. Between such steps no
 * signal is given or awaited, so the peer, which may not touch its memory before a signal, has not
 * changed it and does not look at it.
 */
final class Fusion {
  static final Fusion NONE = new Fusion(Set.of(), Map.of(), Map.of());

  private final Set<Integer> skipped;
  private final Map<Integer, Map<Place, Get>> origins;
  private final Map<Integer, List<Put>> stores;

  private Fusion(
      Set<Integer> skipped, Map<Integer, Map<Place, Get>> origins, Map<Integer, List<Put>> stores) {
    this.skipped = skipped;
    this.origins = origins;
    this.stores = stores;
  }

  static Fusion of(Program program) {
    var steps = program.steps();
    var skipped = new HashSet<Integer>();
    var origins = new HashMap<Integer, Map<Place, Get>>();
    var stores = new HashMap<Integer, List<Put>>();
    for (int index = 0; index < steps.size(); index++) {
      if (steps.get(index) instanceof Combine combine) {
        var found = new HashMap<Place, Get>();
        for (int i = index - 1; i >= 0 && steps.get(i) instanceof Get get; i--) {
          if (isForOnly(get, combine, steps)) {
            found.put(get.to(), get);
            skipped.add(i);
          }
        }
        origins.put(index, found);
        stores.put(index, handedOn(combine, steps.subList(index + 1, steps.size())));
        for (int i = 1; i <= stores.get(index).size(); i++) {
          skipped.add(index + i);
        }
      }
    }
    return new Fusion(skipped, origins, stores);
  }

  /** Whether a combine alone reads what was fetched, all of it and once. */
  private static boolean isForOnly(Get get, Combine combine, List<Step> steps) {
    boolean scratch = get.to().bank() > Place.DATA;
    long whole = combine.sources().stream().filter(get.to()::equals).count();
    long uses =
        steps.stream()
            .flatMap(step -> Access.of(step).all().stream())
            .filter(get.to()::overlaps)
            .count();
    return scratch && whole == 1 && uses == 2;
  }

  /** The stores right after a combine that hand on its result. */
  private static List<Put> handedOn(Combine combine, List<Step> next) {
    return next.stream()
        .takeWhile(step -> step instanceof Put put && put.from().equals(combine.to()))
        .map(Put.class::cast)
        .toList();
  }

  /** Whether a load or store is left out. */
  boolean skips(int step) {
    return skipped.contains(step);
  }

  /** The load by which a source of a combine would have come; null if it lies in own memory. */
  @Nullable Get origin(int combine, Place source) {
    return origins.getOrDefault(combine, Map.of()).get(source);
  }

  /** The stores that are done together with a combine. */
  List<Put> stores(int combine) {
    return stores.getOrDefault(combine, List.of());
  }
}
