package io.weft.join;

import io.weft.network.handshake.Token;
import io.weft.network.identity.RankFlags;
import io.weft.network.identity.RankIdentity;
import java.util.Map;
import java.util.Optional;

/**
 * What a process must know to become a rank.
 *
 * @param token the secret of the job; a job within one machine may do with {@link
 *     Token#ofThisUser()}
 * @param job what the job is, in words; ranks that say something else are refused
 * @param machine what links cost; that of rank 0 counts for all
 */
public record JoinOptions(
    RankIdentity identity,
    Token token,
    String job,
    MachineCosts machine,
    Timeouts timeouts,
    Wiring wiring) {

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
                    new Wiring(1, false, TlsFile.from(environment))));
  }

  public JoinOptions withJob(String description) {
    return new JoinOptions(identity, token, description, machine, timeouts, wiring);
  }

  public JoinOptions withMachine(MachineCosts costs) {
    return new JoinOptions(identity, token, job, costs, timeouts, wiring);
  }

  public JoinOptions withTimeouts(Timeouts limits) {
    return new JoinOptions(identity, token, job, machine, limits, wiring);
  }

  public JoinOptions withWiring(Wiring same) {
    return new JoinOptions(identity, token, job, machine, timeouts, same);
  }
}
