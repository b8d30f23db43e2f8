package io.weft.simulation;

import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.training.round.Admission;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * Goes through a run of a graph event by event. Each resource does one thing at a time, of those
 * that are ready the first in the order of rounds and of the list, as {@code RoundRunner} does. A
 * task in parts lets a more urgent one go first between them, as chunks do on a link. What is left
 * of it when it has used its resource is latency: it is still under way, and others go on.
 *
 * <p>Ranks have lanes of their own to compute on, and one link together: an exchange is done once
 * for all, when the last of them is ready for it. Where they share cores, what runs at the same
 * time slows each other down, and whenever something begins or ends all go on at other {@link
 * Rates}.
 *
 * <p>The same {@link Admission} as in training says which exchanges start. What ranks do by
 * themselves around an exchange, on the processors of their hosts, does not wait for it here.
 */
final class EventSimulation {
  private static final int IDLE = -1;

  /** One resource; written by the loop alone. */
  private static final class Lane {
    final PriorityQueue<Integer> ready = new PriorityQueue<>();
    int running = IDLE;
    int previous = IDLE;
    double until;

    /** What was left at some time, in seconds at full speed, and how fast it goes on since. */
    double left;

    double since;
    double rate = 1;
  }

  private record Arrival(double seconds, int work) {}

  private final Agenda agenda;
  private final Admission<Integer> admission;
  private final int count;
  private final int ranks;
  private final Pace pace;
  private final int[] missing;
  private final int[] partsLeft;
  private final Lane[] lanes;
  private final PriorityQueue<Integer> busy;

  /** What is under way without a resource, by when it arrives. */
  private final PriorityQueue<Arrival> arrivals =
      new PriorityQueue<>(
          Comparator.comparingDouble(Arrival::seconds).thenComparingInt(Arrival::work));

  /** Empty where nothing ever slows anything down. */
  private final Optional<Rates> sharing;

  private final double[] demands;
  private final double[] rates;

  /** Lanes that may have something to begin, in order. */
  private final TreeSet<Integer> touched = new TreeSet<>();

  private final double[] readyAt;
  private final double[] start;
  private final double[] end;
  private final int[] cause;
  private double now;

  private EventSimulation(Agenda agenda, Admission<Integer> admission, CorePools cores, Pace pace) {
    this.agenda = agenda;
    this.admission = admission;
    this.count = agenda.count();
    this.ranks = cores.ranks();
    this.sharing = cores.arePlenty() ? Optional.empty() : Optional.of(new Rates(cores));
    this.pace = pace;
    int works = Math.multiplyExact(count, ranks);
    missing = new int[works];
    partsLeft = new int[works];
    readyAt = new double[works];
    start = new double[works];
    end = new double[works];
    cause = new int[works];
    lanes = new Lane[1 + 2 * ranks];
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = new Lane();
    }
    demands = new double[lanes.length];
    rates = new double[lanes.length];
    busy = new PriorityQueue<>(this::earlier);
    for (int index = 0; index < count; index++) {
      if (isTransfer(index)) {
        admission.expect(index);
      }
    }
    for (int index = 0; index < count; index++) {
      prepare(index);
    }
  }

  private int earlier(int one, int other) {
    int order = Double.compare(lanes[one].until, lanes[other].until);
    return order == 0 ? Integer.compare(one, other) : order;
  }

  private void prepare(int index) {
    int others = 0;
    for (int before : agenda.predecessors(index)) {
      others += agenda.isShared(index) && !agenda.isShared(before) ? ranks : 1;
    }
    for (int rank = 0; rank < (agenda.isShared(index) ? 1 : ranks); rank++) {
      int work = work(rank, index);
      partsLeft[work] = agenda.cost(index).parts();
      missing[work] = others;
      cause[work] = IDLE;
      if (others == 0) {
        makeReady(work);
      }
    }
  }

  /** Runs that many rounds and what they still owe, with the ranks that share the cores. */
  static Timetable run(StepGraph graph, TaskCosts costs, int rounds, CorePools cores, Pace pace) {
    var agenda = new Agenda(graph, costs, rounds);
    var credit = costs.credit();
    var admission =
        new Admission<Integer>(
            credit.bytes(), index -> credit.size().applyAsLong(agenda.instance(index).task()));
    var simulation = new EventSimulation(agenda, admission, cores, pace);
    simulation.run();
    return new Timetable(graph, agenda, simulation.start, simulation.end, simulation.cause);
  }

  /** What a rank does of an instance; shared ones are done once, as rank 0's. */
  private int work(int rank, int index) {
    return agenda.isShared(index) ? index : rank * count + index;
  }

  private int lane(int work) {
    int index = work % count;
    int rank = work / count;
    return switch (agenda.resource(index)) {
      case LINK -> 0;
      case COMPUTE -> 1 + 2 * rank;
      case HOST -> 2 + 2 * rank;
    };
  }

  /** Those that {@code Admission} decides about; shared, so their work has the same number. */
  private boolean isTransfer(int index) {
    return agenda.isShared(index) && agenda.instance(index).task() instanceof Task.Transfer;
  }

  private void makeReady(int work) {
    if (isTransfer(work % count)) {
      admission.ready(work).forEach(this::queue);
    } else {
      queue(work);
    }
  }

  private void queue(int work) {
    int lane = lane(work);
    lanes[lane].ready.add(work);
    touched.add(lane);
  }

  private void run() {
    int left = 0;
    for (int index = 0; index < count; index++) {
      left += agenda.isShared(index) ? 1 : ranks;
    }
    while (left > 0) {
      while (!touched.isEmpty()) {
        begin(touched.removeFirst());
      }
      sharing.ifPresent(this::share);
      now = next();
      while (!busy.isEmpty() && lanes[busy.element()].until <= now) {
        endPart(busy.remove());
      }
      while (!arrivals.isEmpty() && arrivals.element().seconds <= now) {
        finish(arrivals.remove().work);
        left--;
      }
    }
  }

  /** When something ends. */
  private double next() {
    if (busy.isEmpty() && arrivals.isEmpty()) {
      throw new AssertionError("a graph without cycles came to a halt");
    }
    double part = busy.isEmpty() ? Double.POSITIVE_INFINITY : lanes[busy.element()].until;
    return arrivals.isEmpty() ? part : Math.min(part, arrivals.element().seconds);
  }

  private void begin(int number) {
    var lane = lanes[number];
    if (lane.running != IDLE || lane.ready.isEmpty()) {
      return;
    }
    int work = lane.ready.remove();
    int index = work % count;
    lane.running = work;
    lane.left = seconds(work, index) / agenda.cost(index).parts();
    lane.since = now;
    lane.rate = 1;
    lane.until = now + lane.left;
    busy.add(number);
    if (partsLeft[work] == agenda.cost(index).parts()) {
      start[work] = now;
      if (now > readyAt[work]) {
        cause[work] = lane.previous;
      }
    }
  }

  /** Lets what runs go on as fast as those who run with it allow. */
  private void share(Rates shared) {
    for (int number = 0; number < lanes.length; number++) {
      int running = lanes[number].running;
      demands[number] = running == IDLE ? -1 : agenda.cost(running % count).cores();
    }
    shared.find(demands, rates);
    for (int number = 0; number < lanes.length; number++) {
      var lane = lanes[number];
      if (lane.running != IDLE && lane.rate != rates[number]) {
        busy.remove(number);
        lane.left = Math.max(0, lane.left - (now - lane.since) * lane.rate);
        lane.since = now;
        lane.rate = rates[number];
        lane.until = now + lane.left / lane.rate;
        busy.add(number);
      }
    }
  }

  private double seconds(int work, int index) {
    double usual = agenda.cost(index).busySeconds();
    return agenda.isShared(index)
        ? usual
        : usual * pace.of(work / count, agenda.instance(index).round());
  }

  /** Leaves its lane to others; if no parts are left, it arrives after its latency. */
  private void endPart(int number) {
    var lane = lanes[number];
    int work = lane.running;
    lane.running = IDLE;
    touched.add(number);
    if (--partsLeft[work] > 0) {
      lane.ready.add(work);
    } else {
      lane.previous = work;
      arrivals.add(new Arrival(now + agenda.cost(work % count).latencySeconds(), work));
    }
  }

  private void finish(int work) {
    end[work] = now;
    int index = work % count;
    if (isTransfer(index)) {
      for (int admitted : admission.done(work)) {
        readyAt[admitted] = now;
        cause[admitted] = work;
        queue(admitted);
      }
    }
    for (int follower : agenda.followers(index)) {
      if (!agenda.isShared(index) || agenda.isShared(follower)) {
        release(work(work / count, follower), work);
        continue;
      }
      for (int rank = 0; rank < ranks; rank++) {
        release(work(rank, follower), work);
      }
    }
  }

  private void release(int work, int before) {
    if (--missing[work] == 0) {
      readyAt[work] = now;
      cause[work] = before;
      makeReady(work);
    }
  }
}
