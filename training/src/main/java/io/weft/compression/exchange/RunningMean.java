package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Block;
import io.weft.compression.codec.Moment;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * After the first steps not gradients are summed but what becomes of their running mean m: each
 * rank gives βm/n + (1−β)g, and the sum, which all ranks hold, is both the result and the next m.
 * In the first steps gradients travel as they are, and m follows their sum.
 *
 * <p>Tang et al., 1-bit Adam, 2021, algorithm 1.
 */
final class RunningMean implements Exchanger {
  private final double beta;
  private final long steps;
  private final int ranks;
  private final Exchanger dense;
  private final Exchanger coded;
  private final MemorySegment mean;
  private final Block old = new Block();
  private final Block taken = new Block();

  /** For a bucket of so many numbers; m is 0. */
  RunningMean(
      double beta,
      long steps,
      int ranks,
      long count,
      Exchanger dense,
      Exchanger coded,
      Arena arena) {
    this.beta = beta;
    this.steps = steps;
    this.ranks = ranks;
    this.dense = dense;
    this.coded = coded;
    this.mean = Payloads.room(count * Float.BYTES, arena);
  }

  @Override
  public String description() {
    return "%s of momentum, after %d steps of %s"
        .formatted(coded.description(), steps, dense.description());
  }

  private boolean isDense(Moment moment) {
    return moment.step() < steps;
  }

  @Override
  public void sum(Moment moment, Tensor gradients, Communicator communicator) {
    before(moment, gradients);
    (isDense(moment) ? dense : coded).sum(moment, gradients, communicator);
    after(moment, gradients);
  }

  @Override
  public void combine(Moment moment, Tensor gradients, Communicator communicator) {
    before(moment, gradients);
    (isDense(moment) ? dense : coded).combine(moment, gradients, communicator);
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {
    (isDense(moment) ? dense : coded).spread(moment, gradients, communicator);
    after(moment, gradients);
  }

  private void before(Moment moment, Tensor gradients) {
    if (!isDense(moment)) {
      blend(gradients.segment(), beta / ranks, gradients.segment());
    }
  }

  private void after(Moment moment, Tensor gradients) {
    if (isDense(moment)) {
      blend(gradients.segment(), beta, mean);
    } else {
      mean.copyFrom(gradients.segment());
    }
  }

  /** Writes share·m + (1−β)·g. */
  private void blend(MemorySegment gradients, double share, MemorySegment target) {
    float kept = (float) share;
    float added = (float) (1 - beta);
    long count = mean.byteSize() / Float.BYTES;
    for (long first = 0; first < count; first += Block.CAPACITY) {
      int some = Block.count(first, count);
      old.load(mean, first, some);
      taken.load(gradients, first, some);
      blend(old.values(), kept, taken.values(), added, some);
      old.store(target, first, some);
    }
  }

  private static void blend(float[] mean, float kept, float[] taken, float added, int some) {
    for (int i = 0; i < some; i++) {
      mean[i] = kept * mean[i] + added * taken[i];
    }
  }

  @Override
  public List<Kept> kept() {
    return coded.kept();
  }

  @Override
  public SequencedMap<String, MemorySegment> common() {
    var common = new LinkedHashMap<>(coded.common());
    common.put("mean", mean);
    return common;
  }
}
