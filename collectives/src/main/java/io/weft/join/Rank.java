package io.weft.join;

import io.weft.collective.Communicator;
import io.weft.collective.program.Topology;
import io.weft.network.Transport;

/** This process as one of the ranks of a job. Owns its connections: closing it closes them all. */
public final class Rank implements AutoCloseable {
  private final Transport transport;
  private final Communicator communicator;
  private final Topology topology;
  private final boolean sharesMemory;

  Rank(Transport transport, Communicator communicator, Topology topology, boolean sharesMemory) {
    this.transport = transport;
    this.communicator = communicator;
    this.topology = topology;
    this.sharesMemory = sharesMemory;
  }

  public int rank() {
    return transport.rank();
  }

  /** How many ranks the job has. */
  public int ranks() {
    return transport.ranks();
  }

  /** What this rank does together with all others. */
  public Communicator communicator() {
    return communicator;
  }

  /** Which rank lives on which host. */
  public Topology topology() {
    return topology;
  }

  /** Whether ranks talk through shared memory; otherwise through sockets. */
  public boolean sharesMemory() {
    return sharesMemory;
  }

  /**
   * Bytes that this rank has given to the network so far, headers included, or moved from and to
   * the memory of other ranks of its host.
   */
  public long wireBytes() {
    return transport.wireBytes();
  }

  @Override
  public void close() {
    try (transport) {
      communicator.close();
    }
  }
}
