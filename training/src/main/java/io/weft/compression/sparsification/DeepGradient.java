package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Block;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.compression.wrapper.MomentumCorrection;
import io.weft.tensor.SquaredNorm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Deep Gradient Compression (Lin et al., 2018): gradients are clipped on each rank, piled up with
 * momentum, and about the k largest of what has piled up travel, with their positions; in the first
 * epochs more do. The promise is about what has piled up.
 *
 * <p>Payload: 4 bytes, and 8 for each number sent.
 *
 * @param density k/d after the warm-up
 * @param sample which share of the numbers the threshold is estimated from
 * @param rmsMax the root of the mean square at which each rank clips, so that it is the same
 *     however gradients are cut; infinity for no clipping
 */
public record DeepGradient(
    Density density, double sample, float momentum, Warmup warmup, float rmsMax) implements Codec {
  public DeepGradient {
    if (!(rmsMax > 0)) {
      throw new IllegalArgumentException(
          "dgc clips at a root mean square of %s: above 0".formatted(rmsMax));
    }
  }

  /** Without clipping. */
  public DeepGradient(Density density, double sample, float momentum, Warmup warmup) {
    this(density, sample, momentum, warmup, Float.POSITIVE_INFINITY);
  }

  @Override
  public Optional<Codec> clipped(float otherMax) {
    return Optional.of(new DeepGradient(density, sample, momentum, warmup, otherMax));
  }

  @Override
  public String name() {
    return "dgc";
  }

  @Override
  public Promise promise() {
    return Promise.CONTRACTION;
  }

  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public long payloadBytes(long count) {
    return new SampledTopK(warmup.density(density, 0), sample).payloadBytes(count);
  }

  @Override
  public boolean fixed() {
    return false;
  }

  @Override
  public boolean sparse() {
    return true;
  }

  @Override
  public Codec forgetful() {
    return new Warming(this);
  }

  @Override
  public Coder open(long count, Arena arena) {
    var corrected = new MomentumCorrection(new Warming(this), momentum);
    return new Clipping(
        this, count, corrected.open(count, arena), arena.allocate(JAVA_FLOAT, count), new Block());
  }

  /** The codec below momentum, whose k depends on the step. */
  private record Warming(DeepGradient whole) implements Codec {
    @Override
    public String name() {
      return whole.name();
    }

    @Override
    public Promise promise() {
      return whole.promise();
    }

    @Override
    public Combining combining() {
      return whole.combining();
    }

    @Override
    public long payloadBytes(long count) {
      return whole.payloadBytes(count);
    }

    @Override
    public boolean fixed() {
      return whole.fixed();
    }

    @Override
    public boolean sparse() {
      return true;
    }

    @Override
    public Coder open(long count, Arena arena) {
      Operands.count(name(), count);
      var widest = whole.warmup.density(whole.density, 0);
      var estimate = new SampledThreshold(count, whole.sample);
      return new Ramp(
          whole, new EstimatedTopK(this, widest, count, estimate, new SparseList(name())));
    }
  }

  private record Ramp(DeepGradient whole, EstimatedTopK selection) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(whole, selection.count(), input, payload);
      var density = whole.warmup.density(whole.density, moment.step());
      return selection.write(moment, input, density.of(selection.count()), payload);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      selection.accumulate(moment, payload, weight, target);
    }
  }

  private record Clipping(
      DeepGradient codec, long count, Coder inner, MemorySegment clipped, Block block)
      implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      double norm = Math.sqrt(SquaredNorm.of(input));
      double normMax = codec.rmsMax * Math.sqrt((double) count);
      if (!(norm > normMax)) {
        return inner.encode(moment, input, payload);
      }
      float factor = (float) (normMax / norm);
      var values = block.values();
      for (long first = 0; first < count; first += Block.CAPACITY) {
        int some = Block.count(first, count);
        block.load(input, first, some);
        for (int i = 0; i < some; i++) {
          values[i] *= factor;
        }
        block.store(clipped, first, some);
      }
      return inner.encode(moment, clipped, payload);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      inner.accumulate(moment, payload, weight, target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      return inner.state();
    }
  }
}
