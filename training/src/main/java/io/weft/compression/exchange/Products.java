package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.collective.Communicator;
import io.weft.compression.codec.Moment;
import io.weft.tensor.DotKernels;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gradients that are products travel as their factors: the inputs of a linear layer and the
 * gradients of its outputs, a row for each sample. Every rank gets the rows of all and multiplies,
 * so that nothing is lost but what rounding loses anyway (Baker et al., Peering Beyond the Gradient
 * Veil with Distributed Auto Differentiation, 2021).
 *
 * <p>Payload: 4b(m + l) bytes for b rows and a matrix of m by l, which each rank receives n − 1
 * times. Takes 2nbml operations, n times what a rank would need for its own gradient.
 */
public final class Products implements Exchanger {
  /** So many numbers of the inputs of all ranks are multiplied at once, and stay in the cache. */
  private static final int BLOCK_NUMBERS = 8192;

  /** A multiple of the lanes of vectors. */
  private static final int COLUMNS_LEAST = 16;

  /** One matrix, and where its factors begin in what a rank sends. */
  private record Product(Run run, long at) {
    int outputs() {
      return run.extent().rows();
    }

    int inputs() {
      return run.extent().columns();
    }

    long numbers() {
      return (long) run.factorRows() * (outputs() + inputs());
    }
  }

  private final int ranks;
  private final List<Product> products = new ArrayList<>();
  private final Tensor own;
  private final Tensor all;
  private final float[] gradients;
  private final float[] factors;
  private final float[] block;
  private final float[] target;

  Products(List<Run> runs, int ranks, Arena arena) {
    this.ranks = ranks;
    long numbers = 0;
    int rowsMost = 0;
    int gradientsMost = 0;
    for (var run : runs) {
      var product = new Product(run, numbers);
      products.add(product);
      numbers += product.numbers();
      int rows = Math.multiplyExact(ranks, run.factorRows());
      rowsMost = Math.max(rowsMost, rows);
      gradientsMost = Math.max(gradientsMost, Math.multiplyExact(rows, product.outputs()));
    }
    this.own = Tensor.of(Payloads.room(numbers * Float.BYTES, arena), ElementType.FP32);
    this.all = Tensor.of(Payloads.room(ranks * numbers * Float.BYTES, arena), ElementType.FP32);
    this.gradients = new float[gradientsMost];
    this.factors = new float[rowsMost];
    this.block = new float[Math.max(BLOCK_NUMBERS, COLUMNS_LEAST * rowsMost)];
    this.target = new float[BLOCK_NUMBERS];
  }

  /** The most numbers that factors may have to be smaller than the all-reduce of so many. */
  public static long numbersMost(long count, int ranks) {
    return (2 * count - 1) / ranks;
  }

  @Override
  public String description() {
    return "all-gather of factors";
  }

  /** All of it, so that nothing is left for the second half. */
  @Override
  public void combine(Moment moment, Tensor bucket, Communicator communicator) {
    for (var product : products) {
      var from = bucket.slice(product.run.first(), product.numbers()).segment();
      own.slice(product.at, product.numbers()).segment().copyFrom(from);
    }
    communicator.allGather(own, all);
    for (var product : products) {
      multiply(product, bucket.slice(product.run.first(), product.run.count()).segment());
    }
  }

  @Override
  public void spread(Moment moment, Tensor gradients, Communicator communicator) {}

  private void multiply(Product product, MemorySegment matrix) {
    int rows = ranks * product.run.factorRows();
    loadGradients(product, rows);
    int width = Math.max(COLUMNS_LEAST, BLOCK_NUMBERS / rows / COLUMNS_LEAST * COLUMNS_LEAST);
    for (int column = 0; column < product.inputs(); column += width) {
      int columns = Math.min(width, product.inputs() - column);
      loadInputs(product, column, columns);
      for (int output = 0; output < product.outputs(); output++) {
        System.arraycopy(gradients, output * rows, factors, 0, rows);
        Arrays.fill(target, 0, columns, 0);
        DotKernels.best().addRows(factors, rows, block, target, 0, columns);
        long at = (long) output * product.inputs() + column;
        MemorySegment.copy(target, 0, matrix, JAVA_FLOAT, at * Float.BYTES, columns);
      }
    }
  }

  /** The gradients of each output together, in the order of ranks and rows. */
  private void loadGradients(Product product, int rows) {
    int each = product.run.factorRows();
    long after = (long) each * product.inputs();
    for (int row = 0; row < rows; row++) {
      long first = place(product, row / each) + after + (long) (row % each) * product.outputs();
      for (int output = 0; output < product.outputs(); output++) {
        gradients[output * rows + row] = all.segment().getAtIndex(JAVA_FLOAT, first + output);
      }
    }
  }

  /** Some columns of the inputs, row after row. */
  private void loadInputs(Product product, int column, int columns) {
    int each = product.run.factorRows();
    for (int row = 0; row < ranks * each; row++) {
      long first = place(product, row / each) + (long) (row % each) * product.inputs() + column;
      MemorySegment.copy(
          all.segment(), JAVA_FLOAT, first * Float.BYTES, block, row * columns, columns);
    }
  }

  /** Where the factors of a rank begin. */
  private long place(Product product, int rank) {
    return rank * own.count() + product.at;
  }
}
