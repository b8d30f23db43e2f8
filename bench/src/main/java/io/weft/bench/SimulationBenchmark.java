package io.weft.bench;

import io.weft.cluster.Cluster;
import io.weft.cluster.Disturbance;
import io.weft.cluster.Presets;
import io.weft.cluster.Racks;
import io.weft.collective.Elementwise;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Price;
import io.weft.collective.program.Program;
import io.weft.collective.program.Topology;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.simulation.ClosedForm;
import io.weft.simulation.CorePools;
import io.weft.simulation.Pace;
import io.weft.simulation.RingCosts;
import io.weft.simulation.Scenario;
import io.weft.simulation.WireForm;
import io.weft.simulation.sharing.FlowTime;
import io.weft.tensor.Reduction;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long predictions take: a ring walked message by message, messages that share the links of
 * oversubscribed racks, 64 uneven ranks with 100 stages by events over twelve steps, with cores for
 * all and with half as many, and a thousand candidates in closed form.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class SimulationBenchmark {
  private static final int STAGES = 100;
  private static final int TENSORS_PER_STAGE = 3;
  private static final long ELEMENTS = 100_000;
  private static final int RANKS = 64;
  private static final int CANDIDATES = 1000;

  /** Of 25 buckets. */
  private static final long BUCKET_BYTES = STAGES * TENSORS_PER_STAGE * ELEMENTS * Float.BYTES / 25;

  private final List<Program> small = programs("ring", Operation.ALL_REDUCE, RANKS);
  private final List<Program> exchanged = programs("pairwise", Operation.ALL_TO_ALL, RANKS);
  private final Cluster racks = Presets.named("25gbe-cpu").with(new Racks(8, 4, 0.02));
  private final Scenario merged = scenario(BUCKET_BYTES);
  private final Scenario single = scenario(0);
  private final Pace pace = Pace.drawn(new Disturbance(0.05, 1, 1.2), 1);

  /** Not beside anything else: they occupy 300 MB. */
  @State(Scope.Thread)
  public static class Large {
    private final List<Program> programs = programs("ring", Operation.ALL_REDUCE, 1024);
  }

  /** How often messages begin or end where others are. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Shared {
    public long flowEvents;
  }

  private static List<Program> programs(String algorithm, Operation operation, int ranks) {
    var sum = new Elementwise(Reduction.SUM);
    var topology = Topology.hosts(ranks, 1);
    var collective = new Collective(operation, topology, 0, sum, 1);
    return IntStream.range(0, ranks)
        .mapToObj(rank -> Algorithms.named(algorithm).program(collective, rank))
        .toList();
  }

  private static Scenario scenario(long bucketBytes) {
    var parameters = new ArrayList<Parameter>();
    for (int at = 0; at < STAGES * TENSORS_PER_STAGE; at++) {
      var stages = List.of(at / TENSORS_PER_STAGE);
      parameters.add(new Parameter("p" + at, List.of(ELEMENTS), stages, true));
    }
    var profile = new Profile("hundred", 1, Collections.nCopies(STAGES, 1e9), parameters);
    return new Scenario(
        profile,
        0.2,
        new DecoupledAllReduce(),
        BucketPlan.bySize(parameters, bucketBytes),
        new RingCosts(Presets.named("10gbe-v100x4"), RANKS),
        WireForm.DENSE);
  }

  private static double walked(List<Program> programs) {
    var layout = Layout.even(1 << 20, programs.getFirst().chunkCount());
    return Price.of(programs, layout, Float.BYTES, ClusterCosts.TYPICAL).seconds();
  }

  /** 8,064 messages. */
  @Benchmark
  public double ringOf64() {
    return walked(small);
  }

  /** 2,095,104 messages: one of the 25 buckets of a round. */
  @Benchmark
  public double ringOf1024(Large large) {
    return walked(large.programs);
  }

  /** The counter says what one event takes. */
  @Benchmark
  public long sharedLinks(Shared shared) {
    var layout = Layout.even(1 << 20, exchanged.getFirst().chunkCount());
    long events = FlowTime.events(exchanged, layout, Float.BYTES, racks);
    shared.flowEvents += events;
    return events;
  }

  /** The same as buckets, but with 32 cores for 64 ranks. */
  @Benchmark
  public double bucketsOnFewCores() {
    var work = new StepTimes(merged.stepSeconds(), merged.stepSeconds(), 0.01);
    var crowded =
        new Scenario(
            merged.profile(),
            work,
            merged.schedule(),
            merged.buckets(),
            merged.exchanges(),
            merged.form(),
            Scenario.Coder.HOST,
            new CorePools(16, RANKS, 2, 0));
    return crowded.simulate(pace).stepSeconds();
  }

  @Benchmark
  public double buckets() {
    return merged.simulate(pace).stepSeconds();
  }

  @Benchmark
  public double tensors() {
    return single.simulate(pace).stepSeconds();
  }

  @Benchmark
  public double closedForms() {
    double sum = 0;
    for (int candidate = 0; candidate < CANDIDATES; candidate++) {
      sum += ClosedForm.stepSeconds(merged);
    }
    return sum;
  }
}
