package io.weft.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityTest {
  private static final long MEGABYTE = 1L << 20;
  private static final long GIGABYTE = 1L << 30;

  @TempDir private Path root;

  @Test
  void eight_ranks_a_core_fit_where_memory_is_plenty() {
    var machine = new Capacity(2, OptionalLong.of(64 * GIGABYTE));
    assertThat(machine.fitting(GIGABYTE)).isEqualTo(16);
    assertThat(machine.limit(GIGABYTE)).isEqualTo("16 ranks fit on 2 cores, at 8 for each core");
    assertThat(new Capacity(1, OptionalLong.empty()).limit(GIGABYTE))
        .isEqualTo("8 ranks fit on 1 core, at 8 for each core");
  }

  @Test
  void memory_may_carry_fewer_than_cores_do() {
    var machine = new Capacity(16, OptionalLong.of(11 * GIGABYTE));
    assertThat(machine.fitting(512 * MEGABYTE)).isEqualTo(22);
    assertThat(machine.limit(512 * MEGABYTE))
        .isEqualTo("22 ranks fit into the 11.0 GB of memory that are available, at 512.0 MB each");
  }

  @Test
  void one_rank_is_never_too_many_but_the_words_say_that_it_does_not_fit() {
    var machine = new Capacity(4, OptionalLong.of(GIGABYTE));
    assertThat(machine.fitting(2 * GIGABYTE)).isEqualTo(1);
    assertThat(machine.limit(2 * GIGABYTE))
        .isEqualTo(
            "not even one rank, which needs 2.0 GB, fits into the 1.0 GB of memory that are"
                + " available");
  }

  @Test
  void a_need_that_is_not_known_or_memory_that_is_not_told_leaves_the_cores() {
    assertThat(new Capacity(3, OptionalLong.of(1)).fitting(0)).isEqualTo(24);
    assertThat(new Capacity(3, OptionalLong.empty()).fitting(GIGABYTE)).isEqualTo(24);
  }

  @Test
  void a_container_that_is_granted_less_than_the_machine_has_is_what_counts() throws IOException {
    write("proc/meminfo", "MemTotal: 8388608 kB\nMemAvailable: 4194304 kB\n");
    write("proc/self/cgroup", "0::/box\n");
    write("sys/fs/cgroup/box/memory.max", Long.toString(GIGABYTE));
    assertThat(Capacity.of(new SystemFiles(root), 2))
        .isEqualTo(new Capacity(2, OptionalLong.of(GIGABYTE)));
    write("sys/fs/cgroup/box/memory.max", "max");
    assertThat(Capacity.of(new SystemFiles(root), 2))
        .isEqualTo(new Capacity(2, OptionalLong.of(4 * GIGABYTE)));
  }

  private void write(String file, String content) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), content);
  }
}
