package io.weft.diagnosis;

import static io.weft.diagnosis.Verdict.OK;
import static io.weft.diagnosis.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from the files of Linux, on trees that other machines could have. */
class SystemFilesTest {
  @TempDir private Path root;

  @Test
  void limits_are_those_of_the_process() throws IOException {
    write("proc/self/cgroup", "0::/\n");
    write(
        "proc/self/limits",
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             unlimited            unlimited            processes
        Max open files            256                  4096                 files
        """);
    var open = ProcessLimits.openFiles(files());
    assertThat(open.verdict()).isEqualTo(WARN);
    assertThat(open.found()).startsWith("256 per process, and a rank has at least one socket");
    assertThat(ProcessLimits.threads(files(), group()))
        .isEqualTo(Finding.ok("threads", "any number per user"));
  }

  @Test
  void a_container_may_grant_fewer_threads_than_the_user_has() throws IOException {
    write("proc/self/limits", "Max processes             60000                60000 processes\n");
    write("proc/self/cgroup", "0::/box\n");
    write("sys/fs/cgroup/box/pids.max", "100\n");
    var threads = ProcessLimits.threads(files(), group());
    assertThat(threads.verdict()).isEqualTo(WARN);
    assertThat(threads.found()).startsWith("60000 per user, the control group grants 100, and");
    assertThat(threads.repair()).contains("--pids-limit");
  }

  @Test
  void few_threads_per_user_are_a_warning() throws IOException {
    write("proc/self/limits", "Max processes             500                  500 processes\n");
    var threads = ProcessLimits.threads(files(), group());
    assertThat(threads.verdict()).isEqualTo(WARN);
    assertThat(threads.repair()).startsWith("ulimit -u");
  }

  @Test
  void the_tightest_group_around_the_process_counts() throws IOException {
    write("proc/self/cgroup", "0::/outer/inner\n");
    write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
    write("sys/fs/cgroup/outer/memory.max", "1048576\n");
    write("sys/fs/cgroup/outer/inner/cpu.max", "150000 100000\n");
    write("sys/fs/cgroup/outer/cpu.max", "max 100000\n");
    assertThat(group().memoryBytes()).hasValue(1 << 20);
    assertThat(group().cores()).hasValue(1.5);
    assertThat(group().tasks()).isEmpty();
  }

  @Test
  void the_first_version_of_control_groups_is_read_too() throws IOException {
    write("proc/self/cgroup", "4:memory:/job\n2:cpu,cpuacct:/job\n1:pids:/\n0::/\n");
    write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2097152\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "50000\n");
    write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
    write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    write("sys/fs/cgroup/pids/pids.max", "77\n");
    assertThat(group().memoryBytes()).hasValue(2 << 20);
    assertThat(group().cores()).hasValue(0.5);
    assertThat(group().tasks()).hasValue(77);
  }

  @Test
  void no_limit_is_no_limit() throws IOException {
    write("proc/self/cgroup", "4:memory:/\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assertThat(group().memoryBytes()).isEmpty();
  }

  @Test
  void memory_is_read_in_kilobytes() throws IOException {
    write("proc/meminfo", "MemTotal:        4194304 kB\nMemAvailable:    2097152 kB\n");
    assertThat(MemoryCheck.finding(files(), group()))
        .isEqualTo(Finding.ok("memory", "4.0 GB, of which 2.0 GB are available"));
  }

  @Test
  void what_a_system_does_not_tell_is_no_fault() {
    assertThat(ProcessLimits.openFiles(files()).verdict()).isEqualTo(OK);
    assertThat(ProcessLimits.threads(files(), group()).verdict()).isEqualTo(OK);
    assertThat(MemoryCheck.finding(files(), group()).found()).contains("does not tell");
  }

  private SystemFiles files() {
    return new SystemFiles(root);
  }

  private ControlGroup group() {
    return new ControlGroup(files());
  }

  private void write(String file, String content) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), content);
  }
}
