package io.weft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.foreign.Linker;
import org.junit.jupiter.api.Test;

class NativeHeapTest {
  @Test
  void glibc_accepts_what_it_is_asked_to_keep() {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    assumeThat(Linker.nativeLinker().defaultLookup().find("gnu_get_libc_version")).isPresent();
    assumeThat(System.getenv())
        .doesNotContainKeys("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES");
    assertThat(NativeHeap.keepFreedMemory()).isTrue();
  }
}
