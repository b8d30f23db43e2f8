package io.weft.bench;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.network.Key;
import io.weft.network.LocalNetwork;
import io.weft.network.Ticket;
import io.weft.recorder.Entry;
import io.weft.recorder.Recorder;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a call costs besides moving bytes: its ticket and record alone, and as the baseline that
 * they are part of, whole calls of a world of one rank, which finds its plan, opens a channel and
 * sends nothing.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OperationCostBenchmark {
  private final List<Integer> members = List.of(0, 1, 2, 3);
  private final Recorder recorder = new Recorder(0, 4, Optional.empty());
  private final Communicator alone =
      Communicator.open(new LocalNetwork(1).transport(0), Options.oneHost(1));
  private final Tensor data = Tensor.of(new float[1024]);
  private long number;

  @TearDown
  public void close() {
    alone.close();
  }

  /** The fingerprint belongs to the plan, so a call only carries it. */
  @Benchmark
  public Entry ticketAndRecord() {
    long own = number++;
    var ticket = new Ticket(new Key(0, own), 0x5EEDL, members, 0, () -> "all-reduce #" + own);
    var entry = recorder.begin(ticket);
    recorder.done(entry);
    return entry;
  }

  @Benchmark
  public void barrierOfOneRank() {
    alone.barrier();
  }

  @Benchmark
  public void allReduceOfOneRank() {
    alone.allReduce(data, Reduction.SUM);
  }
}
