package io.weft.tensor;

/**
 * The choice, made once. Without {@code --add-modules jdk.incubator.vector} no class that names the
 * Vector API may be loaded: it would not link.
 */
final class BestKernels {
  static final Kernels FOUND =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
          ? Vector.KERNELS
          : Kernels.plain();

  private BestKernels() {}

  /** Initialised, and its contents loaded, only when the module is there. */
  private static final class Vector {
    static final Kernels KERNELS = new VectorKernels();
  }
}
