package io.weft.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class NativeThreadsTest {
  @Test
  void libraries_that_are_loaded_later_find_the_variable() throws Throwable {
    assumeThat(Linker.nativeLinker().defaultLookup().find("setenv")).isPresent();
    assertThat(NativeThreads.limit("1")).isTrue();
    assertThat(getenv(NativeThreads.VARIABLE))
        .isEqualTo(System.getenv().getOrDefault(NativeThreads.VARIABLE, "1"));
  }

  @Test
  void what_is_set_already_stays() throws Throwable {
    assumeThat(Linker.nativeLinker().defaultLookup().find("setenv")).isPresent();
    assertThat(NativeThreads.limit("1")).isTrue();
    assertThat(NativeThreads.limit("7")).isTrue();
    assertThat(getenv(NativeThreads.VARIABLE)).isNotEqualTo("7");
  }

  @SuppressWarnings("restricted") // the signature is char *getenv(const char *)
  private static String getenv(String name) throws Throwable {
    var linker = Linker.nativeLinker();
    var getenv =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("getenv"), FunctionDescriptor.of(ADDRESS, ADDRESS));
    try (var arena = Arena.ofConfined()) {
      var value = (MemorySegment) getenv.invokeExact(arena.allocateFrom(name));
      return value.reinterpret(Long.MAX_VALUE).getString(0);
    }
  }
}
