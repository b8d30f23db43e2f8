package io.weft.network.rendezvous;

/**
 * The meeting of all ranks of a job.
 *
 * <p>Every rank connects to rank 0, proves itself and registers where it listens. When all have
 * come, rank 0 sends everybody the table; each pair connects by all its streams, the higher rank
 * calling the lower (the connection of the registration is the first stream to rank 0); then rank 0
 * lets all begin.
 */
public final class Rendezvous {
  private Rendezvous() {}

  /**
   * Meets the others; returns on all ranks or fails on all that came, within the timeout of rank 0
   * and two seconds. Before rank 0 answers, the timeout of this rank counts. When the meeting fails
   * early, rank 0 stays up to five seconds more to tell the ranks that start late.
   *
   * @return the sockets, which the caller closes
   * @throws RendezvousTimeoutException naming the ranks that came and those that are missing
   * @throws io.weft.network.handshake.AuthenticationException if rank 0 has another token, or if
   *     the two do not agree in TLS
   * @throws ConfigurationDiffersException naming both versions or fingerprints
   * @throws RankConflictException if ranks are numbered wrongly
   * @throws AddressException if an address is taken or cannot be reached
   * @throws io.weft.network.PeerLostException if a rank goes away in the middle of it
   */
  public static Mesh meet(RendezvousOptions options) {
    try (var meeting = new Meeting(options)) {
      return options.rank() == 0 ? new Master(meeting).meet() : new Member(meeting).meet();
    } catch (RefusedException e) {
      throw e.forCaller();
    }
  }
}
