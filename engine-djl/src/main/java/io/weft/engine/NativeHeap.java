package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * Lets the allocator of the C library keep what a step has freed for the next one. By default it
 * gives large pieces back to the system, which hands them out anew page by page, cleared: 200 to
 * 2,000 page faults in a step of {@code resnet18} with two samples, in which PyTorch allocates and
 * frees every activation and gradient; with this 1 to 30.
 *
 * <p>Memory that a step has needed once stays with the process.
 */
final class NativeHeap {
  /** {@code mallopt}'s numbers for what it can set, in glibc. */
  private static final int TRIM_THRESHOLD = -1;

  private static final int MMAP_THRESHOLD = -3;

  /** Free memory at the end of the heap beyond which some is given back. */
  private static final int KEPT_BYTES = 1 << 29;

  /**
   * From here on a piece is mapped by itself, and given back when it is freed: the most allowed.
   */
  private static final int MAPPED_BYTES = 1 << 25;

  /** Whoever sets one of these has decided. */
  private static final List<String> VARIABLES =
      List.of("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES");

  private NativeHeap() {}

  /** Returns false where the C library is another one, or its settings were given. */
  static boolean keepFreedMemory() {
    return VARIABLES.stream().noneMatch(System.getenv()::containsKey)
        && mallopt().filter(NativeHeap::keep).isPresent();
  }

  @SuppressWarnings("restricted") // the signature is int mallopt(int, int)
  private static Optional<MethodHandle> mallopt() {
    try {
      var linker = Linker.nativeLinker();
      return linker
          .defaultLookup()
          .find("mallopt")
          .map(
              symbol ->
                  linker.downcallHandle(
                      symbol, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT)));
    } catch (RuntimeException | LinkageError e) {
      return Optional.empty(); // No calls to C on this platform, or none allowed: do without.
    }
  }

  private static boolean keep(MethodHandle mallopt) {
    try {
      int trim = (int) mallopt.invokeExact(TRIM_THRESHOLD, KEPT_BYTES);
      int mapped = (int) mallopt.invokeExact(MMAP_THRESHOLD, MAPPED_BYTES);
      return trim == 1 && mapped == 1;
    } catch (Throwable e) { // what method handles declare
      throw new AssertionError("mallopt threw, which C cannot", e);
    }
  }
}
