package io.weft.join;

import io.weft.network.handshake.Token;
import io.weft.network.identity.RankFlags;
import io.weft.network.identity.RankIdentity;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a process must know to become a rank.
 *
 * @param token the secret of the job; a job within one machine may do with {@link
 *     Token#ofThisUser()}
 * @param job what the job is, in words; ranks that say something else are refused
 * @param machine what links cost; that of rank 0 counts for all
 * @param sharing whether ranks of one host share memory
 * @param recordings the folder into which a rank that fails writes its last operations
 */
public record JoinOptions(
    RankIdentity identity,
    Token token,
    String job,
    MachineCosts machine,
    Timeouts timeouts,
    Wiring wiring,
    Sharing sharing,
    Optional<Path> recordings) {
  /** The variable that names the folder for recordings; by default that for temporary files. */
  public static final String RECORDINGS_VARIABLE = "WEFT_RECORDINGS";

  /**
   * What the environment variables of this process say.
   *
   * @throws IllegalArgumentException if they do not say which rank it is
   */
  public static JoinOptions ofProcess() {
    return of(System.getenv(), RankFlags.NONE)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "nothing says which rank this process is: start it with ./weft run or another"
                        + " launcher, or set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT"));
  }

  /** What variables and flags say; empty if none of them speaks of ranks at all. */
  public static Optional<JoinOptions> of(Map<String, String> environment, RankFlags flags) {
    return RankIdentity.of(environment, flags)
        .map(
            identity ->
                new JoinOptions(
                    identity,
                    Token.from(environment).orElseGet(Token::ofThisUser),
                    "",
                    MachineFile.readStandard(environment),
                    Timeouts.DEFAULT,
                    new Wiring(1, false, TlsFile.from(environment)),
                    Sharing.of(environment),
                    recordings(environment)));
  }

  private static Optional<Path> recordings(Map<String, String> environment) {
    var folder = environment.get(RECORDINGS_VARIABLE);
    return Optional.of(
        Path.of(folder == null ? System.getProperty("java.io.tmpdir", ".") : folder));
  }

  public JoinOptions withJob(String description) {
    return new JoinOptions(
        identity, token, description, machine, timeouts, wiring, sharing, recordings);
  }

  public JoinOptions withMachine(MachineCosts costs) {
    return new JoinOptions(identity, token, job, costs, timeouts, wiring, sharing, recordings);
  }

  public JoinOptions withTimeouts(Timeouts limits) {
    return new JoinOptions(identity, token, job, machine, limits, wiring, sharing, recordings);
  }

  public JoinOptions withWiring(Wiring same) {
    return new JoinOptions(identity, token, job, machine, timeouts, same, sharing, recordings);
  }

  public JoinOptions withSharing(Sharing same) {
    return new JoinOptions(identity, token, job, machine, timeouts, wiring, same, recordings);
  }
}
