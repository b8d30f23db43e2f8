package io.weft.network;

import io.weft.fuzz.Input;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A transport whose peers take whatever they are sent, and say what an input has. */
public final class HostileTransport implements Transport {
  private final int rank;
  private final int ranks;
  private final Input input;

  public HostileTransport(int rank, int ranks, Input input) {
    this.rank = rank;
    this.ranks = ranks;
    this.input = input;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public Channel open(Ticket ticket) {
    return new Said();
  }

  @Override
  public Optional<SharedMemory> sharedMemory() {
    return Optional.empty();
  }

  @Override
  public long wireBytes() {
    return 0;
  }

  @Override
  public Traffic traffic() {
    return new Traffic(Map.of(), List.of());
  }

  @Override
  public void close() {}

  private final class Said implements Channel {
    @Override
    public Sending send(int peer, MemorySegment... parts) {
      return new Sending() {
        @Override
        public boolean isTaken() {
          return true;
        }

        @Override
        public void await(Deadline deadline) {}
      };
    }

    @Override
    public Receiving receive(int peer, Intake intake, MemorySegment... parts) {
      for (var part : parts) {
        var bytes = new byte[(int) part.byteSize()];
        for (int i = 0; i < bytes.length && input.hasMore(); i++) {
          bytes[i] = (byte) input.oneByte();
        }
        intake.take(part, MemorySegment.ofArray(bytes));
      }
      return _ -> {};
    }

    @Override
    public void signal(int peer) {}

    @Override
    public void awaitSignal(int peer, Deadline deadline) {}

    @Override
    public void close() {}
  }
}
