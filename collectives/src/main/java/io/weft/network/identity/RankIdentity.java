package io.weft.network.identity;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Which rank this process is, and where rank 0 waits.
 *
 * @param localRank which of the ranks on its node, where the source says so
 * @param localWorldSize how many ranks its node has, where the source says so
 * @param bindAddress the address to be reached at, or several separated by commas; empty to take
 *     that of the way to the master
 */
public record RankIdentity(
    int rank,
    int worldSize,
    OptionalInt localRank,
    OptionalInt localWorldSize,
    String masterHost,
    int masterPort,
    Optional<String> bindAddress,
    RankSource source) {

  /** The identity of this process; see {@link #of}. */
  public static Optional<RankIdentity> ofProcess(RankFlags flags) {
    return of(System.getenv(), flags);
  }

  /**
   * The identity that flags and environment variables give a process; empty if none of them speaks
   * of ranks at all.
   *
   * @throws IllegalArgumentException if they are incomplete, impossible or contradict each other
   */
  public static Optional<RankIdentity> of(Map<String, String> environment, RankFlags flags) {
    var variables = new Variables(environment);
    var claims = new Claims(variables, flags).all();
    if (claims.isEmpty()) {
      return Optional.empty();
    }
    var claim = claims.getFirst();
    requireAgreement(claims, variables);
    var master = master(claim, variables, flags);
    return Optional.of(
        new RankIdentity(
            claim.rank(),
            claim.worldSize(),
            claim.localRank(),
            claim.localWorldSize(),
            master.host(),
            master.port(),
            Optional.ofNullable(flags.bind() != null ? flags.bind() : hostAddresses(variables)),
            claim.source()));
  }

  private static @Nullable String hostAddresses(Variables variables) {
    String several = variables.text("HOST_ADDRS");
    return several != null ? several : variables.text("HOST_ADDR");
  }

  /**
   * A launcher may have started one torchrun per node: it then numbers these, of which torchrun
   * says {@code GROUP_WORLD_SIZE}, and its claim is not about ranks.
   */
  private static void requireAgreement(List<Claim> claims, Variables variables) {
    var first = claims.getFirst();
    var agents = variables.number("GROUP_WORLD_SIZE");
    for (Claim other : claims) {
      boolean countsAgents =
          first.source() == RankSource.TORCHRUN
              && agents.isPresent()
              && agents.getAsInt() == other.worldSize();
      if (!first.agreesWith(other) && !countsAgents) {
        throw new IllegalArgumentException(
            "%s but %s: unset the variables of the one that did not start this process"
                .formatted(first, other));
      }
    }
  }

  private static HostPort master(Claim claim, Variables variables, RankFlags flags) {
    if (flags.master() != null) {
      return HostPort.parse("--master", flags.master());
    }
    boolean kubeflow = claim.source() == RankSource.KUBEFLOW;
    String prefix = kubeflow && variables.has("PET_MASTER_ADDR") ? "PET_" : "";
    String hostName = prefix + "MASTER_ADDR";
    String portName = prefix + "MASTER_PORT";
    String host = variables.text(hostName);
    String port = variables.text(portName);
    if (host == null && claim.source() == RankSource.SLURM) {
      host = firstNode(variables);
    }
    if (host == null || port == null) {
      throw new IllegalArgumentException(
          "%s, but nothing says where rank 0 waits: set %s"
              .formatted(claim, missing(hostName, host, portName, port)));
    }
    return new HostPort(bare(host), HostPort.port(portName, port));
  }

  private static String missing(
      String hostName, @Nullable String host, String portName, @Nullable String port) {
    String hostPart = hostName + " to the host of rank 0";
    String portPart = portName + " to a free port of that host";
    if (host != null) {
      return portPart;
    }
    return port != null ? hostPart : hostPart + " and " + portPart + ", or give --master HOST:PORT";
  }

  private static @Nullable String firstNode(Variables variables) {
    String step = variables.text("SLURM_STEP_NODELIST");
    String nodes = step != null ? step : variables.text("SLURM_JOB_NODELIST");
    return nodes == null ? null : SlurmList.firstNode(nodes);
  }

  /** Some launchers write an IPv6 address in brackets even where no port follows. */
  private static String bare(String host) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return bracketed ? host.substring(1, host.length() - 1) : host;
  }
}
