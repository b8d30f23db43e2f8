package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.trials.Thorough;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bits that flip on the way are noticed: always those that steer, and the others if asked to. */
@Tag("sampled")
class BitFlipTest {
  private static final int FLIPS = Thorough.either(20_000, 100_000);
  private static final int EPOCH = 4711;
  private static final Random RANDOM = new Random(20_260_101);

  /** What one end has understood, frame by frame, and what stopped it. */
  private record Heard(List<Frame> frames, IOException end) {}

  private record Frame(Header head, ByteBuffer content) {}

  @Test
  void none_passes_with_checksum() throws IOException {
    var tape = record(true);
    var original = play(tape, true);
    assertThat(original.frames).hasSize(Kind.values().length + 4);
    for (int i = 0; i < FLIPS; i++) {
      int bits = i % 2 == 0 ? 1 : 2 + RANDOM.nextInt(30);
      var heard = play(flipped(tape, bits, 0, tape.length), true);
      assertNoticed(heard, original);
    }
  }

  @Test
  void none_in_a_header_passes_without_checksum() throws IOException {
    var tape = record(false);
    var original = play(tape, false);
    var starts = starts(tape);
    for (int i = 0; i < FLIPS / 10; i++) {
      int bits = i % 2 == 0 ? 1 : 2 + RANDOM.nextInt(30);
      int start = starts.get(RANDOM.nextInt(starts.size()));
      assertNoticed(play(flipped(tape, bits, start, Header.BYTES), false), original);
    }
  }

  /** Bytes that are missing or come twice shift everything that follows. */
  @Test
  void no_gap_and_no_repetition_passes() throws IOException {
    var tape = record(true);
    var original = play(tape, true);
    for (int i = 0; i < 2_000; i++) {
      int from = RANDOM.nextInt(tape.length);
      int to = RANDOM.nextInt(tape.length);
      var shifted = ByteBuffer.allocate(from + tape.length - to);
      shifted.put(tape, 0, from).put(tape, to, tape.length - to);
      if (from != to) {
        assertNoticed(play(shifted.array(), true), original);
      }
    }
  }

  private static void assertNoticed(Heard heard, Heard original) {
    assertThat(heard.end).isInstanceOfAny(CorruptException.class, EOFException.class);
    assertThat(heard.frames.size()).isLessThan(original.frames.size());
    assertThat(original.frames.subList(0, heard.frames.size())).isEqualTo(heard.frames);
  }

  /** Frames of all kinds, with chunks and small messages of several lengths among them. */
  private static byte[] record(boolean checksum) throws IOException {
    var tape = Tape.blank();
    var stream = new Stream(tape, EPOCH, checksum, false);
    var ticket = new Ticket(new Key(1, 2), 3, List.of(0, 1), 0, () -> "a test");
    var memory = Contents.fill(MemorySegment.ofArray(new byte[3_000]), 1);
    for (int bytes : List.of(0, 7, 900)) {
      var eager = new Message(ticket, 1, new Parts(memory.asSlice(0, bytes)));
      eager.eager = true;
      stream.write(Piece.next(eager, bytes), 1, false);
    }
    var bulk = new Message(ticket, 2, new Parts(memory));
    for (int chunk : List.of(1_000, 1_999, 1)) {
      stream.write(Piece.next(bulk, chunk), 2, true);
      bulk.started += chunk;
    }
    for (var kind : List.of(Kind.SIGNAL, Kind.CREDIT, Kind.REQUEST)) {
      stream.write(Piece.about(kind, bulk, 3_000), 3, false);
    }
    for (var kind : List.of(Kind.ASK, Kind.TELL, Kind.FAIL)) {
      stream.write(Piece.text(kind, ticket.key(), 3, Tribunal.text("words")), 4, true);
    }
    stream.write(Piece.of(Kind.PULSE), 5, false);
    stream.write(Piece.of(Kind.BYE), 6, true);
    return tape.recorded();
  }

  private static byte[] flipped(byte[] tape, int bits, int from, int length) {
    var copy = tape.clone();
    while (Arrays.equals(copy, tape)) {
      for (int i = 0; i < bits; i++) {
        int bit = RANDOM.nextInt(8 * length);
        copy[from + bit / 8] ^= (byte) (1 << bit % 8);
      }
    }
    return copy;
  }

  /** Where headers begin. */
  private static List<Integer> starts(byte[] tape) throws CorruptException {
    var found = new ArrayList<Integer>();
    for (int at = 0; at < tape.length; ) {
      found.add(at);
      at += Header.BYTES + Header.read(ByteBuffer.wrap(tape).position(at)).length();
    }
    return found;
  }

  /** Reads as a pair does: a frame counts once its bytes have been found right. */
  private static Heard play(byte[] tape, boolean checksum) {
    var stream = new Stream(Tape.of(tape), EPOCH, checksum, false);
    var frames = new ArrayList<Frame>();
    try {
      while (true) {
        var head = stream.readHeader();
        frames.add(new Frame(head, ByteBuffer.wrap(content(stream, head))));
      }
    } catch (IOException e) {
      return new Heard(frames, e);
    }
  }

  private static byte[] content(Stream stream, Header head) throws IOException {
    if (head.kind() != Kind.DATA) {
      return stream.readBytes(head);
    }
    var memory = MemorySegment.ofArray(new byte[3_000]);
    if (head.offset() > memory.byteSize() - head.length()) {
      throw new CorruptException("a chunk for which there is no memory");
    }
    boolean straight = head.length() % 2 == 0; // and others in blocks, which are as long
    stream.readInto(straight ? new Parts(memory) : new Parts(Contents::flip, memory), head);
    var taken = memory.asSlice(head.offset(), head.length());
    return taken.toArray(ValueLayout.JAVA_BYTE);
  }
}
