package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.VersionEvent;
import io.weft.diagnosis.Finding;
import io.weft.diagnosis.MachineCheckup;
import io.weft.diagnosis.Verdict;
import io.weft.diagnosis.peer.HostList;
import io.weft.diagnosis.peer.PeerCheckup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says whether this machine, and the network to others, is fit for training. */
@Command(
    name = "doctor",
    header = "Says whether this machine and its network are fit, and what to repair.",
    description = {
      "One line per check: verdict, what was found, and the repair where one is due. With --hosts,"
          + " run the same command on every host within the timeout: each listens at its port, calls"
          + " all others, and learns whom they reach."
    },
    footer = {
      "  weft doctor",
      "  weft doctor --hosts node1,node2,node3     # on each of the three",
      "  weft doctor --hosts 10.0.0.1,[fd00::2]:29700 --self 0"
    })
final class DoctorCommand implements Callable<Integer> {
  private final Output output;

  @Option(
      names = "--hosts",
      paramLabel = "HOST[:PORT]",
      split = ",",
      description = "All hosts in the same order everywhere, this one among them.")
  private List<String> hosts = List.of();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "29600",
      description = "Where hosts without a port listen (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--self",
      paramLabel = "N",
      description = "Which of the hosts this is, from 0 (default: the one with our address).")
  private @Nullable Integer self;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long to wait for other hosts (default: ${DEFAULT-VALUE}).")
  private Duration timeout = Duration.ofSeconds(30);

  private final List<Finding> findings = new ArrayList<>();
  private int nameWidth = "disk, temporary files".length();

  DoctorCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    var version = VersionEvent.current();
    if (hosts.isEmpty()) {
      if (self != null) {
        throw new IllegalArgumentException("--self without --hosts: give both");
      }
      show(MachineCheckup.findings(version.program()));
    } else {
      var list = HostList.locate(HostList.parse(hosts, port), self);
      var checkup = new PeerCheckup(list, version.version(), timeout);
      nameWidth = Math.max(nameWidth, "version, ".length() + list.labelLengthMost());
      show(MachineCheckup.findings(version.program()));
      show(checkup.ways());
      output.progress("waiting for the doctors on the other hosts");
      try {
        show(checkup.meet(System.getenv()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return ExitCode.TERMINATED.code();
      }
    }
    return conclude();
  }

  private void show(List<Finding> shown) {
    findings.addAll(shown);
    for (var finding : shown) {
      String name =
          finding.host() == null ? finding.check() : finding.check() + ", " + finding.host();
      String repair = finding.repair() == null ? "" : "; " + finding.repair();
      String padded = name + " ".repeat(Math.max(0, nameWidth - name.length()));
      output.line(
          "%-4s  %s  %s%s".formatted(finding.verdict().label(), padded, finding.found(), repair));
      output.event(DoctorEvent.of(finding));
    }
  }

  private int conclude() {
    long failed = count(Verdict.FAIL);
    if (failed > 0) {
      throw new CommandFailedException(
          ExitCode.FAILURE,
          "%d of %d checks failed: see the lines that begin with fail"
              .formatted(failed, findings.size()));
    }
    long warnings = count(Verdict.WARN);
    output.line(
        warnings == 0
            ? "all %d checks are fine".formatted(findings.size())
            : "%d checks, %d warning%s"
                .formatted(findings.size(), warnings, warnings == 1 ? "" : "s"));
    return ExitCode.OK.code();
  }

  private long count(Verdict verdict) {
    return findings.stream().filter(finding -> finding.verdict() == verdict).count();
  }
}
