package io.weft.collective;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Choice;
import io.weft.collective.algorithm.Direct;
import io.weft.collective.algorithm.Flat;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Topology;
import io.weft.network.SharedMemory;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of one group ready to run and remembers them. For all threads; two that ask for the
 * same at the same time may both make it, and neither waits for the other.
 */
final class Planner {
  private static final Logger LOGGER = System.getLogger(Planner.class.getName());

  /** Plans that are remembered; a training job needs one per bucket and phase. */
  private static final int PLANS_MOST = 512;

  /** Up to this size one meeting and more copies are quicker than two meetings. */
  private static final long FLAT_BYTES_MOST = 4096;

  private record PlanKey(Call call, Optional<Algorithm> algorithm, boolean inTurn) {}

  private record Latest(PlanKey key, Plan plan) {}

  private record ChoiceKey(
      Operation operation,
      Optional<Algorithm> algorithm,
      boolean inTurn,
      long count,
      int byteWidth) {}

  /**
   * How a call is to be done.
   *
   * @param oneSided whether any rank reaches into the memory of another
   */
  private record Chosen(Algorithm algorithm, int pieces, boolean oneSided) {}

  private final List<Integer> members;
  private final Topology topology;
  private final int rank;
  private final ClusterCosts costs;
  private final boolean sharedMemory;
  private final long portionBytes;
  private final long shownBytesMost;
  private final ConcurrentMap<ChoiceKey, Chosen> choices = new ConcurrentHashMap<>();
  private final ConcurrentMap<PlanKey, Plan> plans = new ConcurrentHashMap<>();

  /** Most calls repeat the last one; threads may each see another. */
  private @Nullable Latest latest;

  /** Oldest first; those beyond the limit are forgotten. */
  private final Queue<PlanKey> planned = new ConcurrentLinkedQueue<>();

  /**
   * Remembers nothing yet.
   *
   * @param everybody whether the group is the one that a transport begins with: its ranks may
   *     {@link SharedMemory#show} each other small data
   */
  Planner(
      List<Integer> members,
      int rank,
      Options options,
      Optional<SharedMemory> shared,
      boolean everybody) {
    this.members = members;
    this.topology = options.topology().among(members);
    this.rank = rank;
    this.costs = options.costs();
    this.sharedMemory = shared.isPresent();
    this.portionBytes = shared.map(SharedMemory::portionBytes).orElse(Long.MAX_VALUE);
    this.shownBytesMost =
        shared.filter(_ -> everybody).map(SharedMemory::shownBytesMost).orElse(0L);
  }

  /** What a call would use. */
  Algorithm algorithm(
      Operation operation, Optional<Algorithm> fixed, ElementType type, long count) {
    var collective = new Collective(operation, topology, 0, new Elementwise(Reduction.SUM), 1);
    return choose(collective, fixed, true, count, type.byteCount()).algorithm;
  }

  /**
   * The plan of a call, with one algorithm or the cheapest.
   *
   * @param inTurn whether it is one of those that ranks call one after the other
   */
  Plan plan(Call call, Optional<Algorithm> fixed, boolean inTurn) {
    var key = new PlanKey(call, fixed, inTurn);
    var last = latest;
    if (last != null && last.key.equals(key)) {
      return last.plan;
    }
    var plan = remembered(key);
    latest = new Latest(key, plan);
    return plan;
  }

  private Plan remembered(PlanKey key) {
    var known = plans.get(key);
    if (known != null) {
      return known;
    }
    var made = made(key.call, key.algorithm, key.inTurn);
    if (plans.put(key, made) == null) {
      planned.add(key);
    }
    if (plans.size() > PLANS_MOST) {
      var oldest = planned.poll();
      if (oldest != null) {
        plans.remove(oldest);
      }
    }
    return made;
  }

  private Plan made(Call call, Optional<Algorithm> fixed, boolean inTurn) {
    int byteWidth = call.type().byteCount();
    var operator = new Elementwise(call.reduction());
    var collective = new Collective(call.operation(), topology, call.root(), operator, 1);
    var chosen = choose(collective, fixed, inTurn, call.count(), byteWidth);
    LOGGER.log(Level.DEBUG, () -> sentence(call, chosen));
    boolean shown =
        inTurn
            && shownBytesMost > 0
            && chosen.algorithm instanceof Flat
            && call.count() * byteWidth <= shownBytesMost;
    var asWritten = chosen.algorithm.program(collective.withPieces(chosen.pieces), rank);
    var onArrival = OnArrival.of(asWritten);
    var program = onArrival.program();
    long[] blocks = call.blocks().stream().mapToLong(Long::longValue).toArray();
    var layout =
        call.operation().blocked()
            ? Layout.blocks(blocks, program.chunkCount())
            : Layout.even(blocks[0], program.chunkCount());
    var portions = chosen.oneSided ? layout.parts(portions(call)) : List.of(layout);
    var largest = portions.getFirst();
    var scratch = new ScratchPlan(program, largest, byteWidth);
    var hazards = Hazards.of(program, new Cells(program, largest, scratch, byteWidth));
    return new Plan(
        call,
        members,
        program,
        onArrival.operators(),
        portions,
        scratch,
        chosen.oneSided ? hazards.inOrder() : hazards,
        shown,
        chosen.oneSided,
        chosen.oneSided ? Fusion.of(program) : Fusion.NONE,
        chosen.oneSided ? exposure(chosen, collective, program) : Exposure.NONE,
        Plan.fingerprint(call, members, program));
  }

  /** As in {@code rank 0: all-reduce of 25600 fp32 among 4 ranks by ring in 2 pieces}. */
  private String sentence(Call call, Chosen chosen) {
    return "rank %d: %s of %d %s among %d ranks by %s in %d %s"
        .formatted(
            rank,
            call.operation().label(),
            call.count(),
            call.type().label(),
            members.size(),
            chosen.algorithm.name(),
            chosen.pieces,
            chosen.pieces == 1 ? "piece" : "pieces");
  }

  private Exposure exposure(Chosen chosen, Collective collective, Program own) {
    var same = collective.withPieces(chosen.pieces);
    var programs =
        IntStream.range(0, same.ranks())
            .mapToObj(each -> chosen.algorithm.program(same, each))
            .toList();
    var exposure = Exposure.of(rank, programs);
    if (mapped()) {
      exposure.check(own);
    }
    return exposure;
  }

  /** Whether ranks are processes whose memory others reach only where it is mapped. */
  private boolean mapped() {
    return portionBytes < Long.MAX_VALUE;
  }

  private int portions(Call call) {
    int banks = call.operation() == Operation.ALL_TO_ALL ? 2 : 1; // each with a copy
    long bytes = Math.max(1, banks * call.count() * call.type().byteCount());
    return Math.toIntExact(Math.ceilDiv(bytes, portionBytes));
  }

  /** The cheapest algorithm, or the cheapest form of the one that is asked for. */
  private Chosen choose(
      Collective collective, Optional<Algorithm> fixed, boolean inTurn, long count, int byteWidth) {
    fixed
        .flatMap(algorithm -> algorithm.refusal(collective))
        .ifPresent(
            refusal -> {
              throw new IllegalArgumentException(refusal);
            });
    // Prices change slowly with size, so sizes are taken together up to the next power of two.
    long size = count <= 1 ? count : Long.highestOneBit(count - 1) << 1;
    var key = new ChoiceKey(collective.operation(), fixed, inTurn, size, byteWidth);
    var known = choices.get(key);
    if (known != null) {
      return known;
    }
    var candidates =
        fixed.map(List::of).orElseGet(() -> candidates(collective, inTurn, size * byteWidth));
    var offer = Choice.among(candidates, collective, size, byteWidth, costs).getFirst();
    var chosen =
        new Chosen(
            offer.algorithm(),
            offer.collective().pieces(),
            oneSided(offer.algorithm(), offer.collective()));
    if (chosen.oneSided && !sharedMemory) {
      throw new IllegalArgumentException(
          "%s needs ranks that share memory, and these do not: use auto, or another algorithm"
              .formatted(chosen.algorithm.name()));
    }
    choices.put(key, chosen);
    return chosen;
  }

  /**
   * Between processes, costs are those of messages, which go through sockets: mapped memory is so
   * much quicker that there is nothing to compare.
   */
  private List<Algorithm> candidates(Collective collective, boolean inTurn, long bytes) {
    var within = new Direct();
    if (mapped() && within.refusal(collective).isEmpty()) {
      long most = inTurn ? Math.max(shownBytesMost, FLAT_BYTES_MOST) : FLAT_BYTES_MOST;
      boolean flat = bytes <= most && collective.operation() == Operation.ALL_REDUCE;
      return List.of(flat ? new Flat() : within);
    }
    return Algorithms.all().stream().filter(this::isUsual).toList();
  }

  private boolean isUsual(Algorithm algorithm) {
    return !(algorithm instanceof Flat) && (sharedMemory || !(algorithm instanceof Direct));
  }

  private static boolean oneSided(Algorithm algorithm, Collective collective) {
    return IntStream.range(0, collective.ranks())
        .mapToObj(rank -> algorithm.program(collective, rank))
        .map(Program::steps)
        .anyMatch(steps -> steps.stream().anyMatch(it -> it instanceof Put || it instanceof Get));
  }
}
