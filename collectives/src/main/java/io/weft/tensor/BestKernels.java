package io.weft.tensor;

/**
 * The choice, made once. Without {@code --add-modules jdk.incubator.vector} no class that names the
 * Vector API may be loaded: it would not link.
 */
final class BestKernels {
  private static final boolean HAS_VECTORS =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  static final Kernels FOUND = HAS_VECTORS ? Vector.KERNELS : Kernels.plain();
  static final UpdateKernels UPDATES = HAS_VECTORS ? Vector.UPDATES : UpdateKernels.plain();
  static final PackingKernels PACKING = HAS_VECTORS ? Vector.PACKING : PackingKernels.plain();
  static final DotKernels DOTS = HAS_VECTORS ? Vector.DOTS : DotKernels.plain();
  static final MagnitudeKernels MAGNITUDES =
      HAS_VECTORS ? Vector.MAGNITUDES : MagnitudeKernels.plain();

  private BestKernels() {}

  /** Initialised, and its contents loaded, only when the module is there. */
  private static final class Vector {
    static final Kernels KERNELS = new VectorKernels();
    static final UpdateKernels UPDATES = Apart.of(UpdateKernels.class, new VectorUpdates());
    static final PackingKernels PACKING = Apart.of(PackingKernels.class, new VectorPacking());
    static final DotKernels DOTS = Apart.of(DotKernels.class, new VectorDots());
    static final MagnitudeKernels MAGNITUDES =
        Apart.of(MagnitudeKernels.class, new VectorMagnitudes());
  }
}
