package io.weft.flow;

import io.weft.fuzz.Input;
import io.weft.fuzz.Target;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.Ticket;
import io.weft.network.rendezvous.Meshes;
import io.weft.network.socket.Connection;
import io.weft.network.socket.Played;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Frames of a peer that says anything, in frames whose checksums are right, or wrong. */
public final class FrameTarget implements Target {
  private static final int FRAMES_MOST = 40;
  private static final int LARGE = 100_000;
  private static final int SMALL = 64;
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int EPOCH = Meshes.MEETING.hashCode();

  @Override
  public List<byte[]> seeds() {
    var seeds = new ArrayList<byte[]>();
    for (var kind : Kind.values()) {
      seeds.add(new byte[] {0, 0, kind.code(), 0, 0, 0, 1, SMALL, 0, 0, 0, 0, 0, 1, 2, 3});
      seeds.add(new byte[] {3, 0, kind.code(), 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1, 9, 9});
    }
    seeds.add(new byte[] {4, 1, 2, 3, 4, 5, 6, 7, 8});
    return seeds;
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    int form = input.oneByte();
    boolean checksum = (form & 1) == 1;
    boolean several = (form & 2) == 2;
    boolean raw = (form & 4) == 4;
    var connections = new ArrayList<Connection>();
    connections.add(new Played(raw ? input.rest() : frames(input, checksum)));
    if (several) {
      connections.add(new Played(frames(input, checksum)));
    }
    var options = new FlowOptions(Duration.ofHours(1), checksum);
    try (var transport = FlowTransport.over(Meshes.of(connections), options)) {
      take(transport);
      var failure = transport.failure();
      if (failure != null && failure.sentence().matches("(?s).*(Exception|Error)\\b.*")) {
        throw new AssertionError(failure.sentence());
      }
    }
  }

  private static byte[] frames(Input input, boolean checksum) {
    var frames = new ByteArrayOutputStream();
    int count = input.hasMore() ? 1 + input.below(FRAMES_MOST) : 0;
    for (int sequence = 0; sequence < count && input.hasMore(); sequence++) {
      frames.writeBytes(frame(input, sequence, checksum));
    }
    return frames.toByteArray();
  }

  private static byte[] frame(Input input, int sequence, boolean checksum) {
    var kind = Kind.values()[input.below(Kind.values().length)];
    var key = new Key(0, input.below(3));
    long fingerprint = input.below(2);
    int message = (int) input.number();
    int length = (int) input.number();
    long offset = input.number();
    long claimed = input.number();
    boolean asks = input.choice();
    int wrong = input.below(20) == 19 ? 1 : 0;
    var content = input.take(Math.clamp(length, 0, 4 * LARGE));
    var bytes = length > 0 && length <= 4 * LARGE ? padded(content, length) : content;
    var stamp = new Header.Stamp(EPOCH, sequence + wrong, claimed, checksum ? sum(bytes) : 0, asks);
    var target = ByteBuffer.allocate(Header.BYTES + bytes.length);
    new Header(kind, key, fingerprint, message, length, offset, stamp).write(target);
    return target.put(bytes).array();
  }

  private static byte[] padded(byte[] content, int length) {
    return java.util.Arrays.copyOf(content, length);
  }

  private static int sum(byte[] bytes) {
    var sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /** Two operations, in which this rank wants two messages and a signal, and sends one. */
  private static void take(FlowTransport transport) {
    try (var arena = Arena.ofShared()) {
      for (int number = 0; number < 2; number++) {
        var ticket = new Ticket(new Key(0, number), 0, List.of(0, 1), number, () -> "an operation");
        var deadline = Deadline.after(LIMIT, "an operation", System::nanoTime);
        try (var channel = transport.open(ticket)) {
          var small = channel.receive(1, arena.allocate(SMALL));
          var large = channel.receive(1, arena.allocate(LARGE));
          var sent = channel.send(1, MemorySegment.ofArray(new byte[LARGE]));
          small.await(deadline);
          large.await(deadline);
          sent.await(deadline);
          channel.awaitSignal(1, deadline);
        }
      }
    } catch (PeerSlowException e) {
      throw new AssertionError("whoever has gone is not slow", e);
    } catch (PeerLostException | MismatchException e) {
      return; // As it should.
    }
  }
}
