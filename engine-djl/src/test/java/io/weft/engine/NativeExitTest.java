package io.weft.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process of its own, since its end is what this is about. */
@Tag("processes")
@Timeout(30)
class NativeExitTest {
  /** What the handler makes the exit code, if it runs. */
  private static final int HANDLED = 99;

  @Test
  void handlers_of_libraries_do_not_run_and_the_exit_code_stays() throws Exception {
    assumeThat(Linker.nativeLinker().defaultLookup().find("on_exit")).isPresent();
    assertThat(exitCode("bare")).isEqualTo(HANDLED);
    assertThat(exitCode("loaded")).isEqualTo(7);
  }

  private static int exitCode(String how) throws Exception {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName(),
                how)
            .inheritIO()
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Registers a handler as a library does that is loaded, and ends. */
  static final class Ending {
    private Ending() {}

    public static void main(String[] args) {
      if (args[0].equals("loaded")) {
        NativeExit.ofProcess().load(Ending::register);
      } else {
        register();
      }
      System.exit(7);
    }

    /** The handler is {@code _exit} itself, with a code of its own. */
    @SuppressWarnings("restricted") // int __cxa_atexit(void (*)(void *), void *, void *)
    private static void register() {
      var linker = Linker.nativeLinker();
      var lookup = linker.defaultLookup();
      var type = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
      var atExit = linker.downcallHandle(lookup.findOrThrow("__cxa_atexit"), type);
      try {
        var _ =
            (int)
                atExit.invokeExact(
                    lookup.findOrThrow("_exit"),
                    MemorySegment.ofAddress(HANDLED),
                    MemorySegment.NULL);
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
  }
}
