package io.weft.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets a process that has loaded PyTorch's library end without the exit handlers of that library.
 * They destroy what other threads of it, which nobody stops, still use, or are about to make while
 * it is being loaded: then the process ends by SIGSEGV, whatever exit code it was to have.
 *
 * <p>The JVM ends, also by {@code halt}, with {@code exit} of C, which calls handlers, those first
 * that were registered last. So a shutdown hook registers {@code _exit}, which ends the process at
 * once, with the same exit code. Shutdown hooks have all run by then.
 */
final class NativeExit {
  /** A process that is told to end has five seconds. */
  private static final Duration LOADING_MOST = Duration.ofSeconds(3);

  private static final NativeExit OF_PROCESS = new NativeExit();

  /** Held while libraries are loaded, which register handlers of their own. */
  private final ReentrantLock loading = new ReentrantLock();

  private boolean hooked;

  private NativeExit() {}

  /** That of this process: libraries are loaded once for all of it. */
  static NativeExit ofProcess() {
    return OF_PROCESS;
  }

  /** Loads a library, or uses it for the first time. */
  void load(Runnable library) {
    loading.lock();
    try {
      if (!hooked) {
        hooked = true;
        hook();
      }
      library.run();
    } finally {
      loading.unlock();
    }
  }

  private void hook() {
    var hook = Thread.ofPlatform().name("end-without-handlers").unstarted(this::skipHandlers);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      var _ = register(); // This process is ending already, and takes no hook any more.
    }
  }

  /** Waits for a library that is being loaded: its handlers are to be older than ours. */
  private void skipHandlers() {
    try {
      boolean loaded = loading.tryLock(LOADING_MOST.toNanos(), TimeUnit.NANOSECONDS);
      var _ = register();
      if (loaded) {
        loading.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns false where the C library has no {@code on_exit}, as that of macOS. */
  @SuppressWarnings("restricted") // int on_exit(void (*)(int status, void *), void *)
  static boolean register() {
    try {
      var linker = Linker.nativeLinker();
      var signature = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
      var end = linker.defaultLookup().find("_exit");
      Optional<MethodHandle> register =
          linker
              .defaultLookup()
              .find("on_exit")
              .map(symbol -> linker.downcallHandle(symbol, signature));
      return end.isPresent() && register.isPresent() && register(register.get(), end.get());
    } catch (RuntimeException | LinkageError e) {
      return false; // No calls to C on this platform, or none allowed: do without.
    }
  }

  private static boolean register(MethodHandle register, MemorySegment end) {
    try {
      return (int) register.invokeExact(end, MemorySegment.NULL) == 0;
    } catch (Throwable e) { // what method handles declare
      throw new AssertionError("on_exit threw, which C cannot", e);
    }
  }
}
