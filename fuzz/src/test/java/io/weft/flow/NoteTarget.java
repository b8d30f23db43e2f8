package io.weft.flow;

import io.weft.fuzz.Input;
import io.weft.fuzz.Scratch;
import io.weft.fuzz.Target;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.Ticket;
import io.weft.network.rendezvous.Meshes;
import io.weft.network.shared.Allowance;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Neighbours;
import io.weft.network.shared.Note;
import io.weft.network.shared.Segments;
import io.weft.network.shared.SharedFolder;
import io.weft.network.socket.Swallowing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Notes in shared memory that a neighbour writes, with and without messages. */
public final class NoteTarget implements Target {
  private static final int NOTES_MOST = 40;
  private static final int LARGE = 20_000;
  private static final int SMALL = 64;
  private static final Duration LIMIT = Duration.ofSeconds(5);

  @Override
  public List<byte[]> seeds() {
    var seeds = new ArrayList<byte[]>();
    for (int kind = 0; kind <= 6; kind++) {
      seeds.add(new byte[] {3, (byte) kind, 0, 0, 0, 1, 1, 0, 0, 1, SMALL, 7, 7, 7});
      seeds.add(new byte[] {3, (byte) kind, 1, 0, 0, 1, 64, 1, 64, 0, 0, 0, 0, 0});
    }
    return seeds;
  }

  /** Silent until it is closed. */
  private static final class Silent implements Swallowing {
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public int read(ByteBuffer target) {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return -1;
    }

    @Override
    public int available() {
      return 0;
    }

    @Override
    public boolean isWithinHost() {
      return true;
    }

    @Override
    public void shutdownOutput() {
      closed.countDown(); // The peer goes as soon as this rank does.
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    try (var arena = Arena.ofShared()) {
      read(input, new Commons(arena.allocate(Commons.byteCount(2), 64), 2));
    }
  }

  private static void read(Input input, Commons commons) throws Exception {
    var connection = new Silent();
    var options = new FlowOptions(Duration.ofHours(1), false);
    var segments =
        new Segments(new SharedFolder(Scratch.folder("shared")), 0, 1, new Allowance(1 << 20), 1);
    try (var transport = FlowTransport.over(Meshes.of(List.of(connection)), options)) {
      transport.share(new Neighbours(List.of(0, 1)), commons, segments);
      take(transport, commons, input);
      var failure = transport.failure();
      if (failure != null && failure.sentence().matches("(?s).*(Exception|Error)\\b.*")) {
        throw new AssertionError(failure.sentence());
      }
    } finally {
      connection.close();
    }
  }

  private static void write(Commons commons, Input input) {
    var ring = commons.ring(1, 0);
    int count = 1 + input.below(NOTES_MOST);
    for (int i = 0; i < count && input.hasMore(); i++) {
      long kind = input.below(7);
      long number = input.below(3);
      long fingerprint = input.below(2);
      boolean carries = input.choice();
      if (carries) {
        var content = input.take(1 + input.below(200));
        ring.offerMessage(
            new Note(kind, 0, number, fingerprint, 0, 0, 0),
            content.length,
            MemorySegment.ofArray(content));
      } else {
        ring.offer(
            new Note(kind, 0, number, fingerprint, input.number(), input.number(), input.number()));
      }
    }
  }

  private static void take(FlowTransport transport, Commons commons, Input input) {
    var key = new Key(0, 0);
    var ticket = new Ticket(key, 0, List.of(0, 1), 0, () -> "an operation");
    var deadline = Deadline.after(LIMIT, "an operation", System::nanoTime);
    try (var arena = Arena.ofShared();
        var channel = transport.open(ticket)) {
      channel.receive(1, arena.allocate(LARGE));
      var small = channel.receive(1, arena.allocate(SMALL));
      write(commons, input);
      var signals = transport.signals();
      signals.look(System.nanoTime());
      if (signals.lending(1, key) != null) {
        signals.memory().borrow(1, key);
      }
      if (signals.box(key).hasMessage(1)) {
        small.await(deadline);
      }
      if (signals.box(key).has(1)) {
        channel.awaitSignal(1, deadline);
      }
    } catch (PeerSlowException e) {
      throw new AssertionError("whoever has gone is not slow", e);
    } catch (PeerLostException | MismatchException e) {
      return; // As it should.
    }
  }
}
