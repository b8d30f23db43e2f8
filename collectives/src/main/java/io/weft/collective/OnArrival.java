package io.weft.collective;

import io.weft.collective.program.Operator;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program as it is run: what is received only to be added to the data at once is added as it
 * comes. It is then still in a cache, and needs no memory of its own.
 *
 * <p>Not where this rank has sent that data: the receive would have to wait until the peer has
 * taken it, and two ranks that exchange would wait for each other. And among hosts only once for
 * the same data: what is added to it a second time could not be on its way before the first has
 * come, and links would be idle.
 *
 * @param program with one receive, to where the result belongs, in place of such a receive and the
 *     combine that follows it
 * @param operators by step: how what is received there is combined with what is there
 */
record OnArrival(Program program, Map<Integer, Operator> operators) {
  static OnArrival of(Program program) {
    var steps = program.steps();
    var kept = new ArrayList<Step>();
    var operators = new HashMap<Integer, Operator>();
    var keptForLater = keptForLater(steps);
    boolean oneHost = program.collective().topology().hostCount() == 1;
    var busy = new BitSet(); // chunks of the data
    for (int index = 0; index < steps.size(); index++) {
      var step = steps.get(index);
      if (step instanceof Send(_, var from) && from.bank() == Place.DATA) {
        from.chunks().stream().forEach(busy::set);
      }
      if (step instanceof Receive(var peer, var to)
          && keptForLater.stream().noneMatch(to::overlaps)
          && index + 1 < steps.size()
          && steps.get(index + 1) instanceof Combine combine
          && addsToData(combine, to)
          && combine.to().chunks().stream().noneMatch(busy::get)) {
        operators.put(kept.size(), combine.operator());
        kept.add(new Receive(peer, combine.to()));
        index++;
        if (!oneHost) {
          combine.to().chunks().stream().forEach(busy::set);
        }
      } else {
        kept.add(step);
      }
    }
    return new OnArrival(program.withSteps(kept), Map.copyOf(operators));
  }

  /** What is read by other steps than one that follows the receive of just that. */
  private static List<Place> keptForLater(List<Step> steps) {
    var places = new ArrayList<Place>();
    for (int index = 0; index < steps.size(); index++) {
      var before = index == 0 ? null : steps.get(index - 1);
      for (var place : Access.of(steps.get(index)).reads()) {
        boolean justCame = before instanceof Receive(_, var to) && to.equals(place);
        if (place.bank() > Place.DATA && !justCame) {
          places.add(place);
        }
      }
    }
    return places;
  }

  /** Whether a combine is of scratch and of the data where its result belongs. */
  private static boolean addsToData(Combine combine, Place scratch) {
    return scratch.bank() > Place.DATA
        && combine.to().bank() == Place.DATA
        && combine.sources().size() == 2
        && combine.sources().containsAll(List.of(scratch, combine.to()));
  }
}
