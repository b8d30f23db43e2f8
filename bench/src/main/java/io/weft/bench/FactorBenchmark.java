package io.weft.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCoder;
import io.weft.compression.codec.Moment;
import io.weft.compression.lowrank.PowerSgd;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Encoding a matrix by PowerSGD of rank 2, beside the two products P = MQ and MᵀP of libtorch on
 * one thread. Ours also makes both factors orthonormal and copies them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Dai.djl.offline=true", "-Dai.djl.pytorch.num_threads=1"})
public class FactorBenchmark {
  private static final int RANK = 2;
  private static final Moment MOMENT = new Moment(1, 0, 0, 0);

  @Param({"1024x1024", "512x4608", "4096x1024"})
  public String matrix = "1024x1024";

  private Arena arena = Arena.ofConfined();
  private MemorySegment input = MemorySegment.NULL;
  private MemorySegment left = MemorySegment.NULL;
  private MemorySegment right = MemorySegment.NULL;
  private JointCoder coder = new PowerSgd(RANK, 1).open(List.of(), arena);
  private NDManager manager = NDManager.newBaseManager();
  private NDArray torchMatrix = manager.create(0f);
  private NDArray torchRight = manager.create(0f);

  @Setup
  public void allocate() {
    arena = Arena.ofConfined();
    int cut = matrix.indexOf('x');
    int rows = Integer.parseInt(matrix.substring(0, cut));
    int columns = Integer.parseInt(matrix.substring(cut + 1));
    var random = new SplittableRandom(1);
    var numbers = new float[rows * columns];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    input = arena.allocateFrom(ValueLayout.JAVA_FLOAT, numbers);
    coder = new PowerSgd(RANK, 1).open(List.of(new Extent(rows, columns)), arena);
    left = arena.allocate(ValueLayout.JAVA_FLOAT, coder.elements(MOMENT, 0));
    right = arena.allocate(ValueLayout.JAVA_FLOAT, coder.elements(MOMENT, 1));
    torchMatrix = manager.create(numbers, new Shape(rows, columns));
    torchRight = manager.randomNormal(new Shape(columns, RANK));
  }

  @TearDown
  public void free() {
    manager.close();
    arena.close();
  }

  @Benchmark
  public void weft() {
    coder.encode(MOMENT, 0, input, left);
    coder.absorb(MOMENT, 0, left);
    coder.encode(MOMENT, 1, input, right);
    coder.absorb(MOMENT, 1, right);
  }

  @Benchmark
  public float libtorch() {
    try (var p = torchMatrix.matMul(torchRight);
        var turned = torchMatrix.transpose();
        var q = turned.matMul(p)) {
      return q.getFloat(0, 0);
    }
  }
}
