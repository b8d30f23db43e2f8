package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.network.LocalNetwork;
import io.weft.network.Transport;

/** This process as the only rank: what trains on many also trains alone. */
public final class OnlyRank implements AutoCloseable {
  private final Transport transport;
  private final Communicator communicator;

  private OnlyRank(Transport transport) {
    this.transport = transport;
    this.communicator = Communicator.open(transport, Options.oneHost(1));
  }

  public static OnlyRank open() {
    return new OnlyRank(new LocalNetwork(1).transport(0));
  }

  public Communicator communicator() {
    return communicator;
  }

  @Override
  public void close() {
    communicator.close();
    transport.close();
  }
}
