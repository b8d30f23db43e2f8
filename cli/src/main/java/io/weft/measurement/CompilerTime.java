package io.weft.measurement;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Time that processors have spent on the compilers of this JVM. The JVM itself counts a method only
 * when it is done, which may be seconds after a compiler began to keep a processor busy with it, so
 * what the system says of threads is preferred.
 */
final class CompilerTime {
  private static final CompilerTime OWN = new CompilerTime(Path.of("/proc/self/task"));

  private final Path threads;

  /** By thread. Compilers come and go with what there is to do; what one has spent stays. */
  private final Map<Path, Long> nanos = new HashMap<>();

  /**
   * @param threads a folder for each thread of a process, as Linux has it
   */
  CompilerTime(Path threads) {
    this.threads = threads;
  }

  /** Of this process. */
  static long ownNanos() {
    long spent = OWN.nanos();
    return spent > 0 ? spent : asCounted();
  }

  /** 0 where the system does not tell. */
  synchronized long nanos() {
    try (var folders = Files.newDirectoryStream(threads)) {
      folders.forEach(this::look);
    } catch (IOException | DirectoryIteratorException e) {
      return 0; // Only Linux has this folder.
    }
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }

  private void look(Path thread) {
    try {
      var name = Files.readString(thread.resolve("comm"));
      if (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler")) {
        var words = Files.readString(thread.resolve("schedstat")).split(" ", 2);
        nanos.merge(thread, Long.parseLong(words[0]), Math::max);
      }
    } catch (IOException e) {
      // It has ended since it was listed, or this system does not count.
    }
  }

  private static long asCounted() {
    var compiler = ManagementFactory.getCompilationMXBean();
    return compiler != null && compiler.isCompilationTimeMonitoringSupported()
        ? TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime())
        : 0;
  }
}
