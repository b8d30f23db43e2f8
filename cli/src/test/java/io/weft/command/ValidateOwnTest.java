package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateOwnTest {
  private static final String HEAD = "model,network,ranks,batch,strategy,step_ms";

  private final RecordedTerminal recorded = new RecordedTerminal();

  @TempDir private Path folder;

  private int validate(String... args) {
    var all = new String[args.length + 1];
    all[0] = "validate";
    System.arraycopy(args, 0, all, 1, args.length);
    return Weft.run(recorded.pipe(), all);
  }

  private String file(String name, String... lines) throws Exception {
    return Files.write(folder.resolve(name), List.of(lines)).toString();
  }

  private String cluster() throws Exception {
    file(
        "calibration.yaml",
        "reduction_gigabytes_per_second: 5",
        "network_latency_microseconds: 60",
        "network_gigabytes_per_second: 0.12",
        "socket_gigabytes_per_second: 1.5",
        "socket_message_microseconds: 20",
        "encode_int8_gigabytes_per_second: 2",
        "interference_percent: 4");
    return file(
        "1gbit.yaml",
        "hosts: 8",
        "ranks_per_host: 1",
        "inside: 10 GB/s, 5 us",
        "compute: 50 GFLOP/s",
        "shared_cores: 2",
        "calibration: calibration.yaml");
  }

  private String profile() throws Exception {
    return file(
        "sim.yaml",
        "model: sim",
        "batch: 32",
        "step: 30 ms",
        "processors: 2 ms",
        "update: 5 ms",
        "stage 0: 10 ms, 20 ms",
        "parameter all: 3000000, 0");
  }

  @Test
  void runs_are_predicted_from_a_calibration_and_a_profile() throws Exception {
    var own = folder.resolve("own.csv").toString();
    assertThat(validate("--predict", own, "--cluster", cluster(), "--model", profile())).isZero();
    assertThat(recorded.out()).contains("27 runs predicted in " + own);
    assertThat(Files.readAllLines(Path.of(own)))
        .hasSize(28)
        .startsWith(HEAD)
        .anyMatch(line -> line.startsWith("sim,1gbit,8,32,dear(bucket=4MB),"));
  }

  @Test
  void measurements_are_compared_with_what_was_predicted() throws Exception {
    var predicted = new ArrayList<>(List.of(HEAD));
    var measured = new ArrayList<>(List.of(HEAD));
    for (int run = 1; run <= 5; run++) {
      var which = "sim,1gbit,2,32,strategy-%d,".formatted(run);
      predicted.add(which + 100 * run);
      measured.addAll(List.of(which + (100 * run + 2), which + (100 * run + 3)));
    }
    var one = file("predicted.csv", predicted.toArray(String[]::new));
    var other = file("measured.csv", measured.toArray(String[]::new));
    assertThat(validate("--predicted", one, "--measured", other)).isZero();
    assertThat(recorded.out())
        .contains("ourselves, sim", "pass", "0 of 10 pairs that differ for certain")
        .doesNotContain("FAIL");
  }

  @Test
  void what_says_fail_ends_with_an_exit_code_of_its_own() throws Exception {
    var predicted =
        file("predicted.csv", HEAD, "sim,1gbit,2,32,dear,100", "sim,1gbit,2,32,wfbp,200");
    var measured =
        file(
            "measured.csv",
            HEAD,
            "sim,1gbit,2,32,dear,302",
            "sim,1gbit,2,32,dear,303",
            "sim,1gbit,2,32,wfbp,198",
            "sim,1gbit,2,32,wfbp,199");
    assertThat(validate("--predicted", predicted, "--measured", measured)).isEqualTo(73);
    assertThat(recorded.out()).containsPattern("ourselves, sim.*FAIL");
    assertThat(recorded.err())
        .contains("weft: 3 checks say FAIL: predictions miss what was measured");
  }

  @Test
  void a_project_keeps_both_files_or_has_nothing_to_compare() throws Exception {
    assertThat(ValidateOwn.kept(Optional.empty())).isEmpty();
    var lab = Files.createDirectories(folder.resolve("lab/ourselves"));
    Files.write(lab.resolve("predicted.csv"), List.of(HEAD, "sim,1gbit,2,32,dear,100"));
    assertThat(ValidateOwn.kept(Optional.of(folder))).isEmpty();
    Files.write(lab.resolve("measured.csv"), List.of(HEAD, "sim,1gbit,2,32,dear,125"));
    var checks = ValidateOwn.kept(Optional.of(folder)).orElseThrow().checks();
    assertThat(checks).singleElement().satisfies(it -> assertThat(it.meanPercent()).isEqualTo(25));
  }

  @Test
  void what_does_not_go_together_is_refused() throws Exception {
    assertThat(validate("--predict", "own.csv")).isNotZero();
    assertThat(recorded.err()).contains("needs --cluster and --model");
    assertThat(validate("--measured", "own.csv")).isNotZero();
    assertThat(recorded.err()).contains("--predicted and --measured");
    assertThat(validate("--model", profile())).isNotZero();
    assertThat(recorded.err()).contains("go with --predict");
  }
}
