package io.weft.flow;

import io.weft.network.Key;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What precedes the bytes of a frame. Its own checksum is always there, so that a flipped bit can
 * never change where bytes go; that of the bytes is there if the job asks for it.
 *
 * @param fingerprint of the operation, or the kind of a failure
 * @param message which message of the operation, from this sender to this receiver
 * @param length bytes that follow
 * @param offset where they belong in their message
 */
record Header(
    Kind kind, Key key, long fingerprint, int message, int length, long offset, Stamp stamp) {
  static final int BYTES = 72;

  /** The most bytes that may follow a header: a chunk. */
  static final int LENGTH_MAX = 1 << 20;

  /** The most text that may follow a header. */
  static final int TEXT_MAX = 4096;

  private static final int SUMMED_BYTES = 64;

  /**
   * What every frame tells besides its content.
   *
   * @param epoch the meeting to which the sender belongs
   * @param sequence the number of the frame on its connection
   * @param claimed bytes of eager messages that operations of the sender have asked for
   * @param sum checksum of the bytes that follow, or 0
   * @param asks whether the sender wants to be told when the frame has been taken in
   */
  record Stamp(int epoch, int sequence, long claimed, int sum, boolean asks) {}

  void write(ByteBuffer target) {
    int start = target.position();
    target
        .putInt(stamp.epoch)
        .put(kind.code())
        .put((byte) (stamp.asks ? 1 : 0))
        .putShort((short) 0);
    target.putLong(key.group()).putLong(key.number()).putLong(fingerprint);
    target.putInt(message).putInt(length).putLong(offset);
    target.putLong(stamp.claimed);
    target.putInt(stamp.sequence).putInt(stamp.sum);
    target.putInt(sum(target, start)).putInt(0);
  }

  static Header read(ByteBuffer source) throws CorruptException {
    int start = source.position();
    int sum = sum(source, start);
    int epoch = source.getInt();
    byte kind = source.get();
    boolean asks = source.get() != 0;
    source.position(start + 8);
    var key = new Key(source.getLong(), source.getLong());
    long fingerprint = source.getLong();
    int message = source.getInt();
    int length = source.getInt();
    long offset = source.getLong();
    long claimed = source.getLong();
    var stamp = new Stamp(epoch, source.getInt(), claimed, source.getInt(), asks);
    if (source.getInt() != sum || source.getInt() != 0) {
      throw new CorruptException("a frame whose header does not match its checksum");
    }
    var header = new Header(Kind.of(kind), key, fingerprint, message, length, offset, stamp);
    header.check();
    return header;
  }

  private void check() throws CorruptException {
    if (length < 0 || length > kind.bytesMax() || offset < 0 || message < 0) {
      throw new CorruptException("a frame that is impossible: " + this);
    }
  }

  private static int sum(ByteBuffer buffer, int start) {
    var sum = new CRC32C();
    sum.update(buffer.slice(start, SUMMED_BYTES));
    return (int) sum.getValue();
  }
}
