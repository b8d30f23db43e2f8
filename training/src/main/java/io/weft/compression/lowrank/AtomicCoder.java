package io.weft.compression.lowrank;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.RandomBits;
import java.lang.foreign.MemorySegment;

/** Sends atoms one after the other: the vector of its rows, then that of its columns. */
final class AtomicCoder implements Coder {
  private final Atomo codec;
  private final Extent shape;
  private final long count;
  private final boolean tall;
  private final Atoms atoms;
  private final AtomSample sample;
  private final float[] factors;
  private final float[] row;

  AtomicCoder(Atomo codec, Extent shape, long count) {
    this.codec = codec;
    this.shape = shape;
    this.count = count;
    this.tall = shape.rows() >= shape.columns();
    int few = Math.min(shape.rows(), shape.columns());
    this.atoms = new Atoms(few, Math.max(shape.rows(), shape.columns()));
    this.sample = new AtomSample(few, codec.budget());
    this.factors = new float[codec.budget() * (shape.rows() + shape.columns())];
    this.row = new float[shape.columns()];
  }

  @Override
  public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
    Operands.checkEncode(codec, count, input, payload);
    load(input);
    atoms.orthogonalise();
    boolean finite = true;
    for (int k = 0; k < sample.norms().length; k++) {
      sample.norms()[k] = atoms.norm(k);
      finite &= Double.isFinite(sample.norms()[k]);
    }
    sample.draw(RandomBits.uniformDouble(moment.own(), 0));
    for (int i = 0; i < codec.budget(); i++) {
      put(i, finite);
    }
    MemorySegment.copy(factors, 0, payload, JAVA_FLOAT_UNALIGNED, 0, factors.length);
    return codec.payloadBytes(count);
  }

  /** The shorter of rows and columns are made orthogonal. */
  private void load(MemorySegment input) {
    var vectors = atoms.left();
    for (int i = 0; i < shape.rows(); i++) {
      for (int j = 0; j < shape.columns(); j++) {
        long at = (long) i * shape.columns() + j;
        float number = at < count ? input.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES) : 0;
        vectors[tall ? j : i][tall ? i : j] = number;
      }
    }
  }

  /** Those that were not drawn, since there are no more, are 0. */
  private void put(int i, boolean finite) {
    int first = i * (shape.rows() + shape.columns());
    int atom = i < sample.drawnCount() ? sample.drawn(i) : -1;
    double scale = !finite ? Double.NaN : atom < 0 ? 0 : 1 / sample.probability(atom);
    var left = atoms.left()[Math.max(0, atom)];
    var right = atoms.right()[Math.max(0, atom)];
    int leftFirst = tall ? first : first + shape.rows();
    int rightFirst = tall ? first + shape.rows() : first;
    for (int k = 0; k < left.length; k++) {
      factors[leftFirst + k] = (float) (left[k] * scale);
    }
    for (int k = 0; k < right.length; k++) {
      factors[rightFirst + k] = (float) right[k];
    }
  }

  @Override
  public void accumulate(Moment moment, MemorySegment payload, float weight, MemorySegment target) {
    Operands.checkDecode(codec, count, payload, target);
    MemorySegment.copy(payload, JAVA_FLOAT_UNALIGNED, 0, factors, 0, factors.length);
    for (int i = 0; i < shape.rows(); i++) {
      expand(i);
      long first = (long) i * shape.columns();
      long some = Math.min(shape.columns(), count - first);
      for (int j = 0; j < some; j++) {
        long at = (first + j) * Float.BYTES;
        float sum = target.get(JAVA_FLOAT_UNALIGNED, at) + weight * row[j];
        target.set(JAVA_FLOAT_UNALIGNED, at, sum);
      }
    }
  }

  private void expand(int i) {
    for (int j = 0; j < row.length; j++) {
      row[j] = 0;
    }
    int stride = shape.rows() + shape.columns();
    for (int first = 0; first < factors.length; first += stride) {
      add(row, factors[first + i], factors, first + shape.rows());
    }
  }

  private static void add(float[] row, float factor, float[] factors, int first) {
    for (int j = 0; j < row.length; j++) {
      row[j] += factor * factors[first + j];
    }
  }
}
