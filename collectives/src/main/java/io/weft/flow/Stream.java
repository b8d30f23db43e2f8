package io.weft.flow;

import io.weft.network.Intake;
import io.weft.network.socket.Connection;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a pair as frames. Reading is for the thread that has the reading role, writing
 * for the one that has the writing role.
 */
final class Stream {
  private static final int STAGING_BYTES = Matching.EAGER_MAX;

  /** A multiple of {@link Intake#GRAIN_BYTES} that fits a cache. */
  private static final int BLOCK_BYTES = 256 << 10;

  /** After a message in frames of so many bytes, another one of the kind is likely. */
  private static final int BULK_BYTES = 16 << 10;

  /** So much is then read with its header: frames that control, or bytes to be copied again. */
  private static final int GLANCE_BYTES = Header.BYTES + 6 * Intake.GRAIN_BYTES;

  private final Connection connection;
  private final int epoch;
  private final boolean checksum;

  /** Whether who reads has nothing else to do, so that it may sleep while a chunk comes. */
  private final boolean sleeps;

  /** Of the writing role. */
  private final ByteBuffer header = ByteBuffer.allocateDirect(Header.BYTES);

  private int framesWritten;

  /** Of the reading role: what has been read and not been used, between position and limit. */
  private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING_BYTES).limit(0);

  /** Likewise: for bytes that are not read straight to their place; null before the first. */
  private @Nullable ByteBuffer block;

  private final Pace pace = new Pace();
  private int framesRead;

  /** Whether the last frame of a message was a large one. */
  private boolean afterBulk;

  /** Bytes taken in; written by the reading role only. */
  private final AtomicLong takenIn = new AtomicLong();

  /** Whether the peer has asked how many. Guarded by the lock of the pair. */
  private boolean owes;

  /**
   * Where the stream stands, for acknowledgements: bytes sent; of these asked about, up to the last
   * frame that did; and of these acknowledged. Guarded by the lock of the pair.
   */
  private long sent;

  private long asked;
  private long acknowledged;

  /** Guarded by the lock of the pair. */
  private final Window window;

  Stream(Connection connection, int epoch, boolean checksum, boolean sleeps) {
    this.connection = connection;
    this.epoch = epoch;
    this.checksum = checksum;
    this.sleeps = sleeps;
    this.window = new Window(connection.isWithinHost());
  }

  Connection connection() {
    return connection;
  }

  Window window() {
    return window;
  }

  // ---- guarded by the lock of the pair

  long sent() {
    return sent;
  }

  long unacknowledged() {
    return sent - acknowledged;
  }

  /**
   * Counts a frame as sent, before it is, and says whether it asks the peer how far it is: for the
   * window, or because that could soon keep the next one from going. An answer costs as much as a
   * small message, so that nobody asks after each.
   *
   * @param busy whether more chunks wait behind it
   * @param enough so much under way is worth a question
   */
  boolean sending(Piece piece, boolean busy, long enough, long nowNanos) {
    boolean answered = acknowledged >= asked; // then all before has arrived, as far as one knows
    long before = answered ? sent : acknowledged;
    sent += piece.wireBytes();
    boolean marked =
        piece.length() >= Window.CHUNK_MIN && window.sent(sent, before, answered, busy, nowNanos);
    long worth = Math.clamp(enough, Window.CHUNK_MIN, window.chunkBytes());
    boolean answers = piece.kind() == Kind.PULSE && !answered; // or two peers would never stop
    boolean asks = marked || (unacknowledged() >= worth && !answers);
    if (asks) {
      asked = sent;
    }
    return asks;
  }

  void acknowledge(long position, long nowNanos) throws CorruptException {
    if (position > sent) {
      throw new CorruptException("an acknowledgement of bytes that were never sent");
    }
    acknowledged = Math.max(acknowledged, position);
    window.acknowledged(acknowledged, nowNanos);
  }

  /** The peer wants to know how much has been taken in. */
  void owe() {
    owes = true;
  }

  boolean owes() {
    return owes;
  }

  /** What to tell the peer of it. */
  long tell() {
    owes = false;
    return takenIn.get();
  }

  // ---- the writing role

  /** Writes one frame; may wait for the peer. */
  void write(Piece piece, long claimed, boolean asks) throws IOException {
    int sum = checksum && piece.length() > 0 ? piece.parts().sum(piece.from(), piece.length()) : 0;
    var stamp = new Header.Stamp(epoch, framesWritten++, claimed, sum, asks);
    var head =
        new Header(
            piece.kind(),
            piece.key(),
            piece.fingerprint(),
            piece.index(),
            piece.length(),
            piece.offset(),
            stamp);
    header.clear();
    head.write(header);
    header.flip();
    connection.write(piece.parts().buffers(header, piece.from(), piece.length()));
  }

  // ---- the reading role

  /** Whether the next header can be read without waiting. */
  boolean hasHeader() throws IOException {
    int missing = Header.BYTES - staging.remaining();
    return missing <= 0 || connection.available() >= missing;
  }

  Header readHeader() throws IOException {
    fill(Header.BYTES);
    var head = Header.read(staging);
    var stamp = head.stamp();
    if (stamp.epoch() != epoch) {
      throw new CorruptException("a frame of another job or of an earlier meeting");
    }
    if (stamp.sequence() != framesRead) {
      throw new CorruptException(
          "frame %d where frame %d is due".formatted(stamp.sequence(), framesRead));
    }
    framesRead++;
    if (head.kind().isOfMessage()) {
      afterBulk = head.length() >= BULK_BYTES;
    }
    takenIn.addAndGet(Header.BYTES);
    return head;
  }

  /** Reads the bytes of a frame to their place. */
  void readInto(Parts target, Header head) throws IOException {
    pace.begin();
    int sum = target.isReadable() ? readStraight(target, head) : readInBlocks(target, head);
    if (checksum && head.length() > 0) {
      check(head, sum);
    }
    takenIn.addAndGet(head.length());
  }

  /** Gives the checksum of the bytes, if there are any. */
  private int readStraight(Parts target, Header head) throws IOException {
    int length = head.length();
    int here = Math.min(length, staging.remaining());
    if (here > 0) {
      target.take(head.offset(), MemorySegment.ofBuffer(staged(here)));
    }
    if (length > here) {
      target.readFrom(connection, head.offset() + here, length - here, this::sleep);
    }
    return checksum ? target.sum(head.offset(), length) : 0;
  }

  /** Likewise; a block is still in a cache when it is taken in. */
  private int readInBlocks(Parts target, Header head) throws IOException {
    var sum = new CRC32C();
    for (int done = 0; done < head.length(); ) {
      var came = readBlock(head.length() - done);
      if (checksum) {
        sum.update(came.duplicate());
      }
      target.take(head.offset() + done, MemorySegment.ofBuffer(came));
      done += came.remaining();
    }
    return (int) sum.getValue();
  }

  /** The next block of a frame of which so many bytes are left. */
  private ByteBuffer readBlock(int left) throws IOException {
    int length = Math.min(left, BLOCK_BYTES);
    if (staging.remaining() >= length) {
      return staged(length);
    }
    if (block == null) {
      block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    }
    block.clear().limit(length).put(staging);
    while (block.hasRemaining()) {
      if (connection.read(block) < 0) {
        throw new EOFException("the connection ended");
      }
      int rest = left - block.position();
      if (block.hasRemaining() || rest == 0) { // else more may be here
        sleep(rest);
      }
    }
    return block.flip();
  }

  /** So many bytes that have been read and not been used, now used. */
  private ByteBuffer staged(int count) {
    var bytes = staging.slice(staging.position(), count);
    staging.position(staging.position() + count);
    return bytes;
  }

  /** Lets others compute while the rest of a frame is on its way. */
  private void sleep(int rest) {
    long nanos = sleeps ? pace.rest(rest, System.nanoTime()) : 0;
    if (nanos > 0) {
      LockSupport.parkNanos(nanos);
    }
  }

  private void discard(Header head) throws IOException {
    int left = head.length();
    afterBulk = false; // There is no place to read it to, so it may go through here.
    while (left > 0) {
      fill(1);
      int here = Math.min(left, staging.remaining());
      staging.position(staging.position() + here);
      left -= here;
    }
    takenIn.addAndGet(head.length());
  }

  /**
   * The bytes of a frame that have no place yet; of a chunk none, as nobody wants them any more.
   */
  byte[] readBytes(Header head) throws IOException {
    if (head.kind() == Kind.DATA) {
      discard(head);
      return new byte[0];
    }
    fill(head.length());
    var bytes = new byte[head.length()];
    staging.get(bytes);
    if (checksum && bytes.length > 0) {
      var sum = new CRC32C();
      sum.update(bytes);
      check(head, (int) sum.getValue());
    }
    takenIn.addAndGet(bytes.length);
    return bytes;
  }

  private static void check(Header head, int sum) throws CorruptException {
    if (head.stamp().sum() != sum) {
      throw new CorruptException(
          "%d bytes that do not match their checksum".formatted(head.length()));
    }
  }

  /** Reads until so many bytes are here; far beyond them, where what follows is likely small. */
  private void fill(int count) throws IOException {
    if (staging.remaining() >= count) {
      return;
    }
    staging.compact();
    if (afterBulk) {
      staging.limit(Math.max(count, GLANCE_BYTES));
    }
    while (staging.position() < count) {
      if (connection.read(staging) < 0) {
        throw new EOFException("the connection ended");
      }
    }
    staging.flip();
  }
}
