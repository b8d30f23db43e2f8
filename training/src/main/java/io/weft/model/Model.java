package io.weft.model;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * A network as an ordered list of stages, run by an engine. Used by one thread, which also opened
 * it.
 *
 * <p>One micro-step is: {@link #begin}, {@link #forward} of every stage in order, {@link #backward}
 * of every stage in reverse.
 */
public interface Model extends AutoCloseable {
  /** In the order in which forward first uses them. */
  List<Parameter> parameters();

  List<ModelBuffer> buffers();

  int stages();

  /**
   * Moves the parameters, with their present values, and the gradients, cleared, to that memory. It
   * must live as long as the model.
   */
  void place(ModelMemory memory);

  /**
   * Takes in a batch for the next micro-step.
   *
   * @param weight what its mean loss counts in the gradient: with weights that add up to 1 over all
   *     micro-steps and ranks of a step, the sum of gradients is the mean over samples
   */
  void begin(Batch batch, double weight);

  void forward(int stage);

  /** The mean loss of the batch, after the last stage has run forward. */
  double loss();

  /**
   * What the last stage gave for each label, label after label, after it has run forward; only of a
   * model that predicts.
   */
  default float[] scores() {
    throw new IllegalStateException("this model gives no predictions: leave out metrics");
  }

  /**
   * Runs a stage backward and adds to the gradients of the parameters that it uses.
   *
   * @param complete called on this thread, possibly while the stage still runs, once with the index
   *     of each parameter to which this micro-step adds nothing more
   */
  void backward(int stage, IntConsumer complete);

  /**
   * Sets a part of the gradients of a bucket to zero, which lie in the memory where the model was
   * placed: what backward gives next takes the place of what they were. A model may put off writing
   * zeros until then, or until {@link #writeZeros}. Called when the parameters have been updated.
   *
   * @param first the first element of the bucket that is meant
   */
  default void clear(ModelMemory memory, int bucket, long first, long count) {
    memory.gradientsOf(bucket).slice(first, count).segment().fill((byte) 0);
  }

  /** Writes the zeros that {@link #clear} has put off. */
  default void writeZeros() {}

  /**
   * Asks that the gradient of a matrix be left as factors, where it is the product of some: then
   * backward writes to its memory the inputs that the matrix was multiplied with, a row for each,
   * and after them the gradients of the outputs, likewise. The gradient is the second transposed
   * times the first. Rows that no sample fills are 0. It holds until the model is placed anew.
   *
   * @param samples the most that come in a step, in all its micro-steps together
   * @param numbersMost the most that both may have together
   * @return how many rows there are; 0 if the gradient is given as it is
   */
  default int leaveFactors(int parameter, int samples, long numbersMost) {
    return 0;
  }

  /**
   * Training has ended, and the model has what was learnt: what it was made of, such as a block of
   * an engine, is to have it too.
   */
  default void handOver() {}

  /** Whether forward learns, or only predicts. Models begin by learning. */
  void train(boolean learning);

  @Override
  void close();
}
