package io.weft.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Tells the libraries beneath PyTorch how many threads a worker has. PyTorch itself is told by a
 * setting of DJL; what it multiplies by on Arm takes more all the same, and those of all workers
 * wait for each other in loops of OpenMP: four of them learnt {@code gpt-nano} from 59 samples a
 * second on two cores, and from 96 with one thread each.
 *
 * <p>They read a variable when they are loaded, so it is set for this process before that.
 */
final class NativeThreads {
  static final String VARIABLE = "OMP_NUM_THREADS";
  private static final int KEEP = 0;

  private NativeThreads() {}

  /** Whoever has set the variable has decided. Returns false where C cannot be called. */
  static boolean limit(String count) {
    return setenv().filter(setenv -> set(setenv, count)).isPresent();
  }

  @SuppressWarnings("restricted") // the signature is int setenv(const char *, const char *, int)
  private static Optional<MethodHandle> setenv() {
    try {
      var linker = Linker.nativeLinker();
      var signature = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
      return linker
          .defaultLookup()
          .find("setenv")
          .map(symbol -> linker.downcallHandle(symbol, signature));
    } catch (RuntimeException | LinkageError e) {
      return Optional.empty(); // No calls to C on this platform, or none allowed: do without.
    }
  }

  private static boolean set(MethodHandle setenv, String count) {
    try (var arena = Arena.ofConfined()) {
      var name = arena.allocateFrom(VARIABLE);
      var value = arena.allocateFrom(count);
      return (int) setenv.invokeExact(name, value, KEEP) == 0;
    } catch (Throwable e) { // what method handles declare
      throw new AssertionError("setenv threw, which C cannot", e);
    }
  }
}
