package io.weft.fault;

import io.weft.network.Channel;
import io.weft.network.Deadline;
import io.weft.network.Intake;
import io.weft.network.Receiving;
import io.weft.network.Sending;
import io.weft.network.SharedMemory;
import io.weft.network.Ticket;
import io.weft.network.Traffic;
import io.weft.network.Transport;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** A transport of which the rank stops for ever when it has received so many messages. */
record StoppingTransport(Transport transport, int messages, Runnable stop) implements Transport {
  @Override
  public int rank() {
    return transport.rank();
  }

  @Override
  public int ranks() {
    return transport.ranks();
  }

  @Override
  public Channel open(Ticket ticket) {
    return new Counting(transport.open(ticket));
  }

  @Override
  public Optional<SharedMemory> sharedMemory() {
    return transport.sharedMemory();
  }

  @Override
  public long wireBytes() {
    return transport.wireBytes();
  }

  @Override
  public Traffic traffic() {
    return transport.traffic();
  }

  @Override
  public void close() {
    transport.close();
  }

  private final class Counting implements Channel {
    private final Channel channel;
    private int received;

    Counting(Channel channel) {
      this.channel = channel;
    }

    @Override
    public Sending send(int peer, MemorySegment... parts) {
      return channel.send(peer, parts);
    }

    @Override
    public Receiving receive(int peer, Intake intake, MemorySegment... parts) {
      var receiving = channel.receive(peer, intake, parts);
      return deadline -> {
        receiving.await(deadline);
        received++;
        if (received == messages) {
          stop.run();
        }
      };
    }

    @Override
    public void signal(int peer) {
      channel.signal(peer);
    }

    @Override
    public void awaitSignal(int peer, Deadline deadline) {
      channel.awaitSignal(peer, deadline);
    }

    @Override
    public void close() {
      channel.close();
    }
  }
}
