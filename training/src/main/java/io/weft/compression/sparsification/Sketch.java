package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.JointCoder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.compression.codec.RandomBits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Count-sketches are added up; in their sum all ranks find the same k heaviest positions, whose
 * numbers then travel exactly (Ivkin et al., Communication-efficient Distributed SGD with
 * Sketching, 2019). In each row of a sketch every number is added, with a random sign, to a random
 * column; the median over the rows is its estimate. Meant to be used with error feedback.
 *
 * <p>Payload: two phases, of 4 bytes per row and column, and of 4k bytes. There are at most as many
 * columns as numbers.
 *
 * @param density k/d
 */
public record Sketch(int rows, int columns, Density density) implements JointCodec {
  public Sketch {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "a sketch of %d rows and %d columns: at least 1 of both".formatted(rows, columns));
    }
  }

  @Override
  public String name() {
    return "sketch";
  }

  @Override
  public Promise promise() {
    return Promise.SELECTION;
  }

  @Override
  public boolean pays(List<Extent> tensors) {
    long count = tensors.stream().mapToLong(Extent::count).sum();
    return rows * Math.min(columns, count) + density.of(count) < count;
  }

  @Override
  public JointCoder open(List<Extent> tensors, Arena arena) {
    long count = tensors.stream().mapToLong(Extent::count).sum();
    return new Hitters(this, (int) Operands.count(name(), count), arena);
  }

  private static final class Hitters implements JointCoder {
    private final Sketch codec;
    private final int count;
    private final int columns;
    private final int k;
    private final MemorySegment estimates;
    private final int[] positions;
    private final float[] own;
    private final float[] sums;
    private final float[] candidates;
    private final Magnitudes magnitudes = new Magnitudes();

    Hitters(Sketch codec, int count, Arena arena) {
      this.codec = codec;
      this.count = count;
      this.columns = Math.max(1, Math.min(codec.columns, count));
      this.k = (int) codec.density.of(count);
      this.estimates = arena.allocate(JAVA_FLOAT, count);
      this.positions = new int[k];
      this.own = new float[k];
      this.sums = new float[k];
      this.candidates = new float[codec.rows];
    }

    @Override
    public int phases() {
      return 2;
    }

    @Override
    public long elements(Moment moment, int phase) {
      return phase == 0 ? (long) codec.rows * columns : k;
    }

    @Override
    public void encode(Moment moment, int phase, MemorySegment input, MemorySegment payload) {
      Operands.checkNumbers(codec.name(), count, input);
      Operands.checkNumbers(codec.name(), elements(moment, phase), payload);
      if (phase == 0) {
        sketch(moment.common(), input, payload);
        return;
      }
      for (int i = 0; i < k; i++) {
        own[i] = get(input, positions[i]);
        set(payload, i, own[i]);
      }
    }

    private void sketch(long key, MemorySegment input, MemorySegment payload) {
      payload.fill((byte) 0);
      for (int i = 0; i < count; i++) {
        float number = get(input, i);
        for (int row = 0; row < codec.rows; row++) {
          long hash = RandomBits.at(key + row, i);
          long cell = cell(row, hash);
          set(payload, cell, get(payload, cell) + sign(hash) * number);
        }
      }
    }

    @Override
    public void absorb(Moment moment, int phase, MemorySegment sum) {
      Operands.checkNumbers(codec.name(), elements(moment, phase), sum);
      if (phase == 0) {
        estimate(moment.common(), sum);
        choose();
        return;
      }
      MemorySegment.copy(sum, JAVA_FLOAT_UNALIGNED, 0, sums, 0, k);
    }

    private void estimate(long key, MemorySegment sum) {
      for (int i = 0; i < count; i++) {
        for (int row = 0; row < codec.rows; row++) {
          long hash = RandomBits.at(key + row, i);
          candidates[row] = sign(hash) * get(sum, cell(row, hash));
        }
        Arrays.sort(candidates);
        float lower = candidates[(codec.rows - 1) / 2];
        set(estimates, i, (lower + candidates[codec.rows / 2]) / 2);
      }
    }

    private void choose() {
      if (k == 0) {
        return;
      }
      int least = magnitudes.select(estimates, k);
      long ties = magnitudes.ties();
      int chosen = 0;
      for (int first = 0; first < count && chosen < k; first += Magnitudes.blockCapacity()) {
        int some = magnitudes.scan(estimates, first, least);
        for (int i = 0; i < some; i++) {
          if (magnitudes.foundKey(i) > least || ties-- > 0) {
            positions[chosen++] = first + magnitudes.found(i);
          }
        }
      }
    }

    @Override
    public void decode(Moment moment, MemorySegment target) {
      Operands.checkNumbers(codec.name(), count, target);
      target.fill((byte) 0);
      for (int i = 0; i < k; i++) {
        set(target, positions[i], sums[i]);
      }
    }

    @Override
    public void retire(MemorySegment target) {
      Operands.checkNumbers(codec.name(), count, target);
      for (int i = 0; i < k; i++) {
        set(target, positions[i], get(target, positions[i]) - own[i]);
      }
    }

    private long cell(int row, long hash) {
      return (long) row * columns + (((hash >>> 32) * columns) >>> 32);
    }

    private static float sign(long hash) {
      return (hash & 1) == 0 ? 1 : -1;
    }

    private static float get(MemorySegment floats, long i) {
      return floats.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES);
    }

    private static void set(MemorySegment floats, long i, float value) {
      floats.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, value);
    }
  }
}
