package io.weft.tensor;

import java.lang.foreign.MemorySegment;

/**
 * The loops of optimizers over 32-bit floats, each one pass over memory. Segments of one call are
 * equally long and do not overlap; they may lie anywhere, native ones are the fast path. Every
 * method may be called by many threads at once, on memory that they do not share.
 *
 * <p>As with {@link Kernels}, implementations give bit-equal results, and a NaN that is stored is
 * the canonical one. An element depends on nothing but the same element of the other segments, so
 * memory may be cut anywhere.
 */
public interface UpdateKernels {
  void descend(Update.Descent by, MemorySegment parameters, MemorySegment gradients);

  /** Changes parameters and momentum. */
  void descend(
      Update.Momentum by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment momentum);

  /** Changes parameters, means and squares. */
  void adapt(
      Update.Adaptive by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares);

  /** Changes gradients, means and squares. */
  void direct(
      Update.Direction by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares);

  /** Changes parameters and momentum. */
  void sign(
      Update.Sign by, MemorySegment parameters, MemorySegment gradients, MemorySegment momentum);

  /** The fastest of this JVM: vector ones if it has the module, plain ones otherwise. */
  static UpdateKernels best() {
    return BestKernels.UPDATES;
  }

  /** Those that need no incubating module. */
  static UpdateKernels plain() {
    return PlainUpdates.SHARED;
  }
}
