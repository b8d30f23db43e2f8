package io.weft.bench;

import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
 * {@code a += b} in native memory: the vector kernels, their plain twin, and as the baseline a copy
 * of {@code b} to {@code a}, which moves two streams of bytes where the sum moves three.
 *
 * <p>All other reductions run before the measured one, as they would in an application: a kernel
 * that is fast only while it is alone has not been measured.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReductionBenchmark {
  private static final int COMPANY_CALLS = 2_000;
  private static final int COMPANY_BYTES = 16 * 1024;

  @Param({"FP32", "FP16", "BF16"})
  public ElementType type = ElementType.FP32;

  @Param({"16384", "1048576", "67108864"})
  public long byteCount;

  private Arena arena = Arena.ofConfined();
  private MemorySegment a = MemorySegment.NULL;
  private MemorySegment b = MemorySegment.NULL;
  private MemorySegment c = MemorySegment.NULL;
  private MemorySegment d = MemorySegment.NULL;

  /** Zeros: sums of them stay finite however often they are repeated. */
  @Setup
  public void allocate() {
    arena = Arena.ofConfined();
    a = arena.allocate(byteCount, 64);
    b = arena.allocate(byteCount, 64);
    c = arena.allocate(byteCount, 64);
    d = arena.allocate(byteCount, 64);
    meetTheOthers(Kernels.plain());
    meetTheOthers(Kernels.best());
  }

  private static void meetTheOthers(Kernels kernels) {
    try (var company = Arena.ofConfined()) {
      var target = company.allocate(COMPANY_BYTES, 64);
      var source = company.allocate(COMPANY_BYTES, 64);
      var onHeap = MemorySegment.ofArray(new byte[COMPANY_BYTES]);
      for (var other : ElementType.values()) {
        for (var reduction : Reduction.values()) {
          for (int i = 0; i < COMPANY_CALLS; i++) {
            kernels.reduce(other, reduction, target, target, source);
            kernels.reduce(other, reduction, target, target, source, target, source);
            kernels.reduceAll(other, reduction, target, source);
          }
          kernels.reduce(other, reduction, onHeap, onHeap, source, target);
        }
      }
    }
  }

  @TearDown
  public void free() {
    arena.close();
  }

  @Benchmark
  public void copy() {
    MemorySegment.copy(b, 0, a, 0, byteCount);
  }

  @Benchmark
  public void vector() {
    Kernels.best().reduce(type, Reduction.SUM, a, a, b);
  }

  /** As ranks of one host do it that reach into each other's memory. */
  @Benchmark
  public void vectorOfFour() {
    Kernels.best().reduce(type, Reduction.SUM, a, a, b, c, d);
  }

  /** As the same ranks do it where they reach all of each other's memory. */
  @Benchmark
  public void vectorIntoFour() {
    Kernels.best().reduceAll(type, Reduction.SUM, a, b, c, d);
  }

  @Benchmark
  public void plain() {
    Kernels.plain().reduce(type, Reduction.SUM, a, a, b);
  }
}
