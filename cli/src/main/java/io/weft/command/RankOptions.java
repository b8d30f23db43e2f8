package io.weft.command;

import io.weft.cli.Output;
import io.weft.join.JoinOptions;
import io.weft.join.Timeouts;
import io.weft.join.TlsFile;
import io.weft.join.Wiring;
import io.weft.network.identity.HostPort;
import io.weft.network.identity.RankFlags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that can be one rank of a job. */
final class RankOptions {
  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Which rank this process is (default: as the launcher's variables say).")
  private @Nullable Integer rank;

  @Option(
      names = "--world",
      paramLabel = "N",
      description = "How many ranks there are, together with --rank.")
  private @Nullable Integer world;

  @Option(
      names = "--master",
      paramLabel = "HOST:PORT",
      description = "Where rank 0 waits (default: MASTER_ADDR and MASTER_PORT).")
  private @Nullable String master;

  @Option(
      names = "--bind",
      paramLabel = "ADDR",
      description =
          "The address to be reached at, or several separated by commas (default: HOST_ADDRS or"
              + " HOST_ADDR, else that of the way to rank 0).")
  private @Nullable String bind;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "How long to wait for all ranks to come (default: ${DEFAULT-VALUE}).")
  private Duration timeout = Timeouts.DEFAULT.rendezvous();

  @Option(
      names = "--collective-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long one operation may take (default: ${DEFAULT-VALUE}).")
  private Duration collectiveTimeout = Timeouts.DEFAULT.collective();

  @Option(
      names = "--liveness-timeout",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "After which silence a rank is lost (default: ${DEFAULT-VALUE}).")
  private Duration livenessTimeout = Timeouts.DEFAULT.liveness();

  @Option(
      names = "--streams",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Connections between each two ranks for large messages (default: ${DEFAULT-VALUE}).")
  private int streams = 1;

  @Option(
      names = "--checksum",
      description = "Protect every frame with a checksum, against accidents only.")
  private boolean checksum;

  @Option(
      names = "--tls",
      paramLabel = "FILE",
      description =
          "Encrypt everything with the key of a PKCS#12 file, whose password is in"
              + " WEFT_TLS_PASSWORD (default: WEFT_TLS_FILE, if set).")
  private @Nullable Path tls;

  /**
   * What this process must know to be a rank; empty if nothing says that it is one.
   *
   * @param job what the command is about to do, which must be the same on all ranks
   */
  Optional<JoinOptions> join(Output output, String job) {
    // Made in any case, so that what is impossible is refused before ranks are started.
    var timeouts = new Timeouts(timeout, collectiveTimeout, livenessTimeout);
    var environment = System.getenv();
    var keys =
        tls == null ? TlsFile.from(environment) : Optional.of(TlsFile.read(tls, environment));
    var wiring = new Wiring(streams, checksum, keys);
    var options = JoinOptions.of(environment, new RankFlags(rank, world, master, bind));
    options.ifPresent(found -> output.detail(identity(found)));
    return options.map(found -> found.withJob(job).withTimeouts(timeouts).withWiring(wiring));
  }

  Duration collectiveTimeout() {
    return collectiveTimeout;
  }

  private static String identity(JoinOptions options) {
    var who = options.identity();
    return "rank %d of %d, as %s says; rank 0 waits at %s"
        .formatted(
            who.rank(),
            who.worldSize(),
            who.source().label(),
            new HostPort(who.masterHost(), who.masterPort()));
  }
}
