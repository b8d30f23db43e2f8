package io.weft.collective;

import io.weft.collective.program.Layout;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the scratch chunks of a program lie in one run of memory. Chunks that are never alive at
 * the same time share memory, so that there is room for as many messages as may be under way, and
 * never for all. Scratch that is sent is never shared: a program proved without such sharing would
 * have to wait for its peers in places that the proof does not know.
 */
final class ScratchPlan {
  private static final long ALIGNMENT = 64;

  private record Location(int bank, int chunk) {}

  /** Chunks that are first written together; they lie next to each other. */
  private static final class Unit {
    final int born;
    final Map<Location, Long> offsets = new HashMap<>();
    int lastUsed;
    boolean sent;
    long byteCount;
    long base;

    Unit(int born) {
      this.born = born;
      this.lastUsed = born;
    }
  }

  private final Layout layout;
  private final int byteWidth;
  private final Map<Location, Unit> unitOf = new HashMap<>();
  private final List<Unit> units = new ArrayList<>();
  private final List<Integer> receives = new ArrayList<>();
  private long byteCount;

  ScratchPlan(Program program, Layout layout, int byteWidth) {
    this.layout = layout;
    this.byteWidth = byteWidth;
    for (int index = 0; index < program.steps().size(); index++) {
      visit(index, program.steps().get(index));
    }
    place();
  }

  /** The bytes that all scratch together needs. */
  long byteCount() {
    return byteCount;
  }

  /** Where a scratch chunk begins. */
  long offset(int bank, int chunk) {
    var location = new Location(bank, chunk);
    var unit = unitOf.get(location);
    var offset = unit == null ? null : unit.offsets.get(location);
    if (unit == null || offset == null) {
      throw new AssertionError("scratch that no step touches: " + location);
    }
    return unit.base + offset;
  }

  private void visit(int index, Step step) {
    int born = step instanceof Receive ? started(index) : index;
    for (var place : Access.of(step).all()) {
      var used = use(index, born, place);
      if (step instanceof Send) {
        used.forEach(unit -> unit.sent = true);
      }
    }
    if (step instanceof Receive) {
      receives.add(index);
    }
  }

  /**
   * The step from which on the room for a message is free, so that its receive can be started ahead
   * of that step: as many are under way as {@link Hazards} allows, as it can take longer than a
   * message until the sender knows of the room.
   */
  private int started(int receive) {
    int ahead = Math.min(receives.size(), Hazards.AHEAD_MOST - 1);
    return ahead == 0 ? receive : receives.get(receives.size() - ahead);
  }

  /** The units of a place; chunks that are new begin one together. */
  private List<Unit> use(int index, int born, Place place) {
    var used = new ArrayList<Unit>();
    if (place.bank() <= Place.DATA) {
      return used;
    }
    var fresh = new Unit(born);
    for (int i = 0; i < place.chunks().size(); i++) {
      int chunk = place.chunks().get(i);
      var location = new Location(place.bank(), chunk);
      var unit = unitOf.computeIfAbsent(location, _ -> fresh);
      if (unit == fresh) {
        fresh.offsets.put(location, fresh.byteCount);
        fresh.byteCount += layout.length(chunk) * byteWidth;
      }
      unit.lastUsed = index;
      used.add(unit);
    }
    if (!fresh.offsets.isEmpty()) {
      units.add(fresh);
    }
    return used;
  }

  /**
   * Gives each unit a slot that is free while the unit lives; a slot is as large as its largest.
   */
  private void place() {
    var slots = new ArrayList<List<Unit>>();
    for (var unit : units) {
      slots.stream()
          .filter(slot -> !unit.sent && !slot.getLast().sent)
          .filter(slot -> slot.getLast().lastUsed < unit.born)
          .findFirst()
          .ifPresentOrElse(slot -> slot.add(unit), () -> slots.add(new ArrayList<>(List.of(unit))));
    }
    for (var slot : slots) {
      long largest = slot.stream().mapToLong(unit -> unit.byteCount).max().orElse(0);
      slot.forEach(unit -> unit.base = byteCount);
      byteCount += Math.ceilDiv(largest, ALIGNMENT) * ALIGNMENT;
    }
  }
}
