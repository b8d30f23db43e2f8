package io.weft.diagnosis;

import static io.weft.diagnosis.Verdict.FAIL;
import static io.weft.diagnosis.Verdict.OK;
import static io.weft.diagnosis.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each verdict, on figures of other machines; and all checks on this one. */
class MachineCheckupTest {
  private static final long GIGABYTE = 1L << 30;

  @Test
  void every_check_says_something_of_this_machine() {
    var findings = MachineCheckup.findings("1.2.3");
    assertThat(findings).extracting(Finding::check).doesNotHaveDuplicates().contains("JDK");
    assertThat(findings).extracting(Finding::found).doesNotContain("");
    assertThat(findings).contains(Finding.ok("weft", "1.2.3"));
  }

  @Test
  void these_tests_run_on_the_right_jdk_with_the_right_flags() {
    assertThat(JavaChecks.version().verdict()).isEqualTo(OK);
    assertThat(JavaChecks.vectorModule().verdict()).isEqualTo(OK);
    assertThat(JavaChecks.nativeAccess().verdict()).isEqualTo(OK);
  }

  @Test
  void another_jdk_fails() {
    assertThat(JavaChecks.version(Runtime.Version.parse("25.0.1+8"), "V", "/jdk"))
        .isEqualTo(Finding.ok("JDK", "25.0.1+8, V, /jdk"));
    assertThat(JavaChecks.version(Runtime.Version.parse("26"), "V", "/jdk").verdict())
        .isEqualTo(FAIL);
  }

  @Test
  void platforms_without_native_libraries_are_named() {
    assertThat(PlatformCheck.judge("Linux", "amd64").found()).isEqualTo("linux x86_64");
    assertThat(PlatformCheck.judge("Mac OS X", "aarch64").verdict()).isEqualTo(OK);
    assertThat(PlatformCheck.judge("Windows 11", "amd64").verdict()).isEqualTo(OK);
    assertThat(PlatformCheck.judge("Mac OS X", "x86_64").verdict()).isEqualTo(WARN);
    assertThat(PlatformCheck.judge("Linux", "riscv64").found()).startsWith("linux riscv64");
  }

  @Test
  void a_share_of_the_cores_counts_like_few_cores() {
    assertThat(CoreCheck.judge(8, OptionalDouble.empty()))
        .isEqualTo(Finding.ok("cores", "8 cores"));
    assertThat(CoreCheck.judge(1, OptionalDouble.empty()).verdict()).isEqualTo(WARN);
    var share = CoreCheck.judge(8, OptionalDouble.of(1.5));
    assertThat(share.verdict()).isEqualTo(WARN);
    assertThat(share.found()).isEqualTo("8 cores, the control group grants 1.5");
  }

  @Test
  void a_limit_of_memory_counts_like_little_memory() {
    var none = OptionalLong.empty();
    assertThat(MemoryCheck.judge(4 * GIGABYTE, 2 * GIGABYTE, none).verdict()).isEqualTo(OK);
    assertThat(MemoryCheck.judge(4 * GIGABYTE, GIGABYTE - 1, none).verdict()).isEqualTo(WARN);
    assertThat(MemoryCheck.judge(4 * GIGABYTE, 2 * GIGABYTE, OptionalLong.of(5 << 20)).found())
        .isEqualTo("4.0 GB, of which 2.0 GB are available, the control group grants 5.0 MB");
  }

  @Test
  void little_room_is_a_warning() {
    var folder = Path.of("x");
    assertThat(SpaceChecks.judge("disk", folder, 2 * GIGABYTE, GIGABYTE, "r").verdict())
        .isEqualTo(OK);
    assertThat(SpaceChecks.judge("disk", folder, 2 * GIGABYTE, 64 << 20, "make room"))
        .isEqualTo(Finding.warn("disk", "64.0 MB of 2.0 GB are free in x", "make room"));
  }

  @Test
  void a_name_that_leads_to_loopback_only_is_a_warning() throws Exception {
    var debian = InetAddress.getByAddress(new byte[] {127, 0, 1, 1});
    var real = InetAddress.getByAddress(new byte[] {10, 0, 0, 5});
    var trap = NameCheck.judge(new Lookup("node1", List.of(debian)));
    assertThat(trap.verdict()).isEqualTo(WARN);
    assertThat(trap.found()).startsWith("node1 is 127.0.1.1, where no other host finds");
    assertThat(NameCheck.judge(new Lookup("node1", List.of(debian, real))))
        .isEqualTo(Finding.ok("host name", "node1 is 127.0.1.1, 10.0.0.5"));
    assertThat(NameCheck.judge(new Lookup("node1", List.of())).verdict()).isEqualTo(WARN);
  }

  @Test
  void a_name_that_nobody_knows_has_no_address() {
    assertThat(Lookup.of("no-such-host.invalid").addresses()).isEmpty();
    assertThat(Lookup.of("127.0.0.1").loopbackOnly()).isTrue();
  }

  @Test
  void many_interfaces_are_cut_short() {
    assertThat(InterfaceCheck.judge(List.of()).verdict()).isEqualTo(WARN);
    assertThat(InterfaceCheck.judge(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i")).found())
        .isEqualTo("a; b; c; d; e; f; g; h; 1 more");
  }

  @Test
  void a_clock_that_nobody_keeps_is_a_warning() {
    assertThat(ClockCheck.judge(OptionalInt.of(0)).found()).isEqualTo("synchronised");
    assertThat(ClockCheck.judge(OptionalInt.of(5)).verdict()).isEqualTo(WARN);
    assertThat(ClockCheck.judge(OptionalInt.of(-1))).isEqualTo(Finding.unknown("clock"));
    assertThat(ClockCheck.judge(OptionalInt.empty())).isEqualTo(Finding.unknown("clock"));
  }
}
