package io.weft.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
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

/** {@code a += b} in fp32 by our kernel and by libtorch on one thread, in the same memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Dai.djl.offline=true", "-Dai.djl.pytorch.num_threads=1"})
public class TorchSumBenchmark {
  @Param({"16384", "1048576", "67108864"})
  public long byteCount;

  private Arena arena = Arena.ofShared();
  private MemorySegment a = MemorySegment.NULL;
  private MemorySegment b = MemorySegment.NULL;
  private NDManager manager = NDManager.newBaseManager();
  private NDArray torchA = manager.create(0f);
  private NDArray torchB = manager.create(0f);

  /** Zeros: sums of them stay finite however often they are repeated. */
  @Setup
  public void allocate() {
    arena = Arena.ofShared();
    a = arena.allocate(byteCount, 64);
    b = arena.allocate(byteCount, 64);
    torchA = viewOf(a);
    torchB = viewOf(b);
    a.set(ValueLayout.JAVA_FLOAT, 0, 1);
    if (torchA.getFloat(0) != 1) {
      throw new AssertionError("libtorch has made a copy: what follows would not be comparable");
    }
    a.fill((byte) 0);
  }

  private NDArray viewOf(MemorySegment memory) {
    var bytes = memory.asByteBuffer().order(ByteOrder.nativeOrder());
    return manager.create(bytes, new Shape(byteCount / Float.BYTES), DataType.FLOAT32);
  }

  @TearDown
  public void free() {
    manager.close();
    arena.close();
  }

  @Benchmark
  public void weft() {
    Kernels.best().reduce(ElementType.FP32, Reduction.SUM, a, a, b);
  }

  @Benchmark
  public NDArray libtorch() {
    return torchA.addi(torchB);
  }
}
