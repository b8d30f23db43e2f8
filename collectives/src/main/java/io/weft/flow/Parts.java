package io.weft.flow;

import io.weft.network.Intake;
import io.weft.network.socket.Connection;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.zip.CRC32C;

/** The memory of one message: segments, one after the other, and what becomes of bytes there. */
final class Parts {
  private final Intake intake;
  private final MemorySegment[] segments;
  private final long byteCount;
  private final boolean bufferable;

  Parts(MemorySegment... segments) {
    this(Intake.STORE, segments);
  }

  Parts(Intake intake, MemorySegment... segments) {
    this.intake = intake;
    long total = 0;
    boolean all = true;
    for (var segment : segments) {
      total += segment.byteSize();
      all &= segment.isNative() || segment.heapBase().orElse("") instanceof byte[];
    }
    this.segments = segments;
    this.byteCount = total;
    this.bufferable = all;
  }

  MemorySegment[] segments() {
    return segments;
  }

  long byteCount() {
    return byteCount;
  }

  /** Whether bytes that come can be read straight to their place. */
  boolean isReadable() {
    return bufferable && intake.equals(Intake.STORE);
  }

  /** Some of the bytes. */
  Parts slice(long offset, long length) {
    var some = new ArrayList<MemorySegment>(1);
    long start = 0;
    for (var segment : segments) {
      long end = start + segment.byteSize();
      long low = Math.max(start, offset);
      long high = Math.min(end, offset + length);
      if (low < high) {
        some.add(segment.asSlice(low - start, high - low));
      }
      start = end;
    }
    return new Parts(intake, some.toArray(MemorySegment[]::new));
  }

  /** Buffers to write some of the bytes from, after others. */
  ByteBuffer[] buffers(ByteBuffer first, long offset, int length) {
    var buffers = new ArrayList<ByteBuffer>(2);
    buffers.add(first);
    if (length == 0) {
      return new ByteBuffer[] {first};
    }
    if (bufferable) {
      addViews(buffers, offset, length);
    } else {
      buffers.add(ByteBuffer.wrap(bytes(offset, length)));
    }
    return buffers.toArray(ByteBuffer[]::new);
  }

  /** Takes in bytes that are here. */
  void take(long offset, MemorySegment came) {
    long start = 0;
    for (var segment : segments) {
      long end = start + segment.byteSize();
      long low = Math.max(start, offset);
      long high = Math.min(end, offset + came.byteSize());
      if (low < high) {
        intake.take(
            segment.asSlice(low - start, high - low), came.asSlice(low - offset, high - low));
      }
      start = end;
    }
  }

  /**
   * Reads bytes from a connection straight to their place, which must be readable.
   *
   * @param between is told after each read how many of them are yet to come
   */
  void readFrom(Connection connection, long offset, int length, IntConsumer between)
      throws IOException {
    var views = new ArrayList<ByteBuffer>(1);
    addViews(views, offset, length);
    int after = length;
    for (var view : views) {
      after -= view.remaining();
      readFully(connection, view, after, between);
    }
  }

  /** The checksum of some of the bytes. */
  int sum(long offset, int length) {
    var sum = new CRC32C();
    if (bufferable) {
      var views = new ArrayList<ByteBuffer>(1);
      addViews(views, offset, length);
      views.forEach(sum::update);
    } else {
      sum.update(bytes(offset, length));
    }
    return (int) sum.getValue();
  }

  private static void readFully(
      Connection connection, ByteBuffer target, int after, IntConsumer between) throws IOException {
    while (target.hasRemaining()) {
      if (connection.read(target) < 0) {
        throw new EOFException("the connection ended");
      }
      between.accept(target.remaining() + after);
    }
  }

  private void addViews(List<ByteBuffer> views, long offset, int length) {
    long start = 0;
    for (var segment : segments) {
      long end = start + segment.byteSize();
      long low = Math.max(start, offset);
      long high = Math.min(end, offset + length);
      if (low < high) {
        views.add(segment.asSlice(low - start, high - low).asByteBuffer());
      }
      start = end;
    }
  }

  private byte[] bytes(long offset, int length) {
    var bytes = new byte[length];
    var target = MemorySegment.ofArray(bytes);
    long start = 0;
    for (var segment : segments) {
      long end = start + segment.byteSize();
      long low = Math.max(start, offset);
      long high = Math.min(end, offset + length);
      if (low < high) {
        MemorySegment.copy(segment, low - start, target, low - offset, high - low);
      }
      start = end;
    }
    return bytes;
  }
}
