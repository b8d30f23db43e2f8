package io.weft.bench;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Dense;
import io.weft.compression.codec.Moment;
import io.weft.compression.quantisation.ByteBlocks;
import io.weft.compression.quantisation.FastSgd;
import io.weft.compression.quantisation.Half;
import io.weft.compression.quantisation.Natural;
import io.weft.compression.quantisation.NibbleBlocks;
import io.weft.compression.quantisation.OneBit;
import io.weft.compression.quantisation.Qsgd;
import io.weft.compression.quantisation.Rounding;
import io.weft.compression.quantisation.ScaledSign;
import io.weft.compression.quantisation.Sign;
import io.weft.compression.quantisation.TernGrad;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.GaussianK;
import io.weft.compression.sparsification.RandomK;
import io.weft.compression.sparsification.SampledTopK;
import io.weft.compression.sparsification.Scaling;
import io.weft.compression.sparsification.Threshold;
import io.weft.compression.sparsification.TopK;
import io.weft.tensor.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
 * Encoding and decoding of normally distributed numbers in native memory, beside a copy of the same
 * numbers. Bytes per second are those of the numbers: four per number divided by the time.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CodecBenchmark {
  private static final Moment MOMENT = new Moment(1, 0, 0, 0);
  private static final Density PERCENT = new Density(0.01);

  @Param({
    "dense",
    "fp16",
    "bf16",
    "int8",
    "int8-stochastic",
    "int4",
    "sign",
    "ef-sign",
    "onebit",
    "qsgd",
    "terngrad",
    "natural",
    "top-k",
    "top-k-sampled",
    "gaussian-k",
    "random-k",
    "threshold",
    "fastsgd"
  })
  public String codec = "dense";

  @Param("4194304")
  public int count;

  private Arena arena = Arena.ofConfined();
  private MemorySegment input = MemorySegment.NULL;
  private MemorySegment output = MemorySegment.NULL;
  private MemorySegment room = MemorySegment.NULL;
  private MemorySegment payload = MemorySegment.NULL;
  private Coder coder = new Dense().open(0, arena);

  /** A threshold of 2.58 is exceeded by one normal number in a hundred. */
  private static Codec codec(String name) {
    return switch (name) {
      case "dense" -> new Dense();
      case "fp16" -> new Half(ElementType.FP16);
      case "bf16" -> new Half(ElementType.BF16);
      case "int8" -> new ByteBlocks(Rounding.NEAREST);
      case "int8-stochastic" -> new ByteBlocks(Rounding.STOCHASTIC);
      case "int4" -> new NibbleBlocks(Rounding.NEAREST);
      case "sign" -> new Sign();
      case "ef-sign" -> new ScaledSign();
      case "onebit" -> new OneBit();
      case "qsgd" -> new Qsgd(4, 128);
      case "terngrad" -> new TernGrad(2.5f);
      case "natural" -> new Natural();
      case "top-k" -> new TopK(PERCENT);
      case "top-k-sampled" -> new SampledTopK(PERCENT, 0.01);
      case "gaussian-k" -> new GaussianK(PERCENT);
      case "random-k" -> new RandomK(PERCENT, Scaling.NONE);
      case "threshold" -> new Threshold(2.58f);
      case "fastsgd" -> new FastSgd();
      default -> throw new IllegalArgumentException("no codec " + name + " is measured");
    };
  }

  @Setup
  public void allocate() {
    arena = Arena.ofConfined();
    long byteCount = (long) count * Float.BYTES;
    input = arena.allocate(byteCount, 64);
    output = arena.allocate(byteCount, 64);
    var random = new SplittableRandom(1);
    for (int i = 0; i < count; i++) {
      input.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) random.nextGaussian());
    }
    var measured = codec(codec);
    room = arena.allocate(measured.payloadBytes(count), 64);
    coder = measured.open(count, arena);
    payload = room.asSlice(0, coder.encode(MOMENT, input, room));
  }

  @TearDown
  public void free() {
    arena.close();
  }

  @Benchmark
  public void copy() {
    MemorySegment.copy(input, 0, output, 0, input.byteSize());
  }

  @Benchmark
  public long encode() {
    return coder.encode(MOMENT, input, room);
  }

  @Benchmark
  public void decode() {
    coder.decode(MOMENT, payload, output);
  }

  @Benchmark
  public void accumulate() {
    coder.accumulate(MOMENT, payload, 0.5f, output);
  }
}
