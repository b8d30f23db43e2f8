package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;

/**
 * Keeps the library between PyTorch and Java from warning, the first time it is used, that a name
 * of PyTorch that it uses is deprecated. No user can do anything about it.
 *
 * <p>It warns in the initializer of a variable. C++ keeps a guard beside such a variable, whose
 * first byte says that the initializer has run (Itanium C++ ABI, section 3.3.3).
 */
final class NativeWarning {
  private static final String GUARD = "_ZGVZN2at23AutoNonVariableTypeModeC4EbE17torch_warn_once_1";

  private static final byte INITIALIZED = 1;

  private NativeWarning() {}

  /** Call it when the library is loaded. Returns false where it has no such variable. */
  @SuppressWarnings("restricted") // one byte of a variable that is there
  static boolean silence() {
    Optional<MemorySegment> guard = SymbolLookup.loaderLookup().find(GUARD);
    guard.ifPresent(found -> found.reinterpret(1).set(JAVA_BYTE, 0, INITIALIZED));
    return guard.isPresent();
  }
}
