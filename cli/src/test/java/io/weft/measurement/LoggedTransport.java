package io.weft.measurement;

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
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;

/** A transport that writes down what it sends, and shares no memory, so that all must be sent. */
record LoggedTransport(Transport inner, Queue<LoggedTransport.Message> log) implements Transport {
  /** Bytes from one rank to another. */
  record Message(int from, int to, long bytes) {}

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public int ranks() {
    return inner.ranks();
  }

  @Override
  public Channel open(Ticket ticket) {
    return new LoggedChannel(inner.open(ticket));
  }

  @Override
  public Optional<SharedMemory> sharedMemory() {
    return Optional.empty();
  }

  @Override
  public long wireBytes() {
    return inner.wireBytes();
  }

  @Override
  public Traffic traffic() {
    return inner.traffic();
  }

  @Override
  public void close() {
    inner.close();
  }

  private final class LoggedChannel implements Channel {
    private final Channel channel;

    LoggedChannel(Channel channel) {
      this.channel = channel;
    }

    @Override
    public Sending send(int peer, MemorySegment... parts) {
      long bytes = Arrays.stream(parts).mapToLong(MemorySegment::byteSize).sum();
      log.add(new Message(rank(), peer, bytes));
      return channel.send(peer, parts);
    }

    @Override
    public Receiving receive(int peer, Intake intake, MemorySegment... parts) {
      return channel.receive(peer, intake, parts);
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
