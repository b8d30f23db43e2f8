package io.weft.join;

import io.weft.collective.Communicator;
import io.weft.collective.program.Topology;
import io.weft.flow.FlowTransport;
import io.weft.network.Traffic;
import java.util.List;

/** This process as one of the ranks of a job. Owns its connections: closing it closes them all. */
public final class Rank implements AutoCloseable {
  private final FlowTransport transport;
  private final Communicator communicator;
  private final Topology topology;
  private final List<Integer> neighbours;

  Rank(
      FlowTransport transport,
      Communicator communicator,
      Topology topology,
      List<Integer> neighbours) {
    this.transport = transport;
    this.communicator = communicator;
    this.topology = topology;
    this.neighbours = neighbours;
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

  /** Whether all ranks talk through shared memory; otherwise some or all use sockets. */
  public boolean sharesMemory() {
    return neighbours.size() > 1 && neighbours.size() == ranks();
  }

  /** The ranks with which this one talks through shared memory, itself included. */
  public List<Integer> neighbours() {
    return neighbours;
  }

  /**
   * Bytes that this rank has given to the network so far, headers included, or moved from and to
   * the memory of other ranks of its host.
   */
  public long wireBytes() {
    return transport.wireBytes();
  }

  /** What this rank has sent and received so far, by what it was for. */
  public Traffic traffic() {
    return transport.traffic();
  }

  /** Of these, the bytes that it has given to sockets. */
  public long socketBytes() {
    return transport.socketBytes();
  }

  @Override
  public void close() {
    try (transport) {
      communicator.close();
    }
  }
}
