package io.weft.checkpoint;

import com.sun.management.OperatingSystemMXBean;
import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import io.weft.file.HeapRoom;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Named tensors in a file that other programs can read, too: eight bytes with the length of a
 * header, the header as JSON, and the tensors one after the other. 32-bit floats (F32), 64-bit
 * integers (I64) and bytes (U8), least significant byte first.
 */
public final class Safetensors {
  /** As much as one write takes from a tensor. */
  private static final long PIECE_BYTES = 1 << 24;

  /** What readers of the format allow. */
  private static final long HEADER_BYTES_MAX = 100_000_000;

  private static final int ALIGNMENT = 64;

  /** How many bytes of objects a byte of a header may become. */
  private static final long HEADER_OBJECTS = 32;

  private Safetensors() {}

  /** Writes a file anew and returns when it is on the disk. */
  public static void write(Path file, List<NamedTensor> tensors) throws IOException {
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      byte[] header = header(tensors);
      if (header.length > HEADER_BYTES_MAX) {
        throw new IOException(
            "%d tensors need a header of %d bytes, and readers take %d"
                .formatted(tensors.size(), header.length, HEADER_BYTES_MAX));
      }
      var length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      writeAll(channel, length.putLong(header.length).flip());
      writeAll(channel, ByteBuffer.wrap(header));
      for (var tensor : tensors) {
        writeAll(channel, tensor.tensor().segment());
      }
      channel.force(true);
    }
  }

  /** How many bytes a file of them has. */
  static long size(List<NamedTensor> tensors) {
    long data = tensors.stream().mapToLong(each -> each.tensor().byteCount()).sum();
    return Long.BYTES + header(tensors).length + data;
  }

  private static byte[] header(List<NamedTensor> tensors) {
    var bytes = new ByteArrayOutputStream();
    try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      long at = 0;
      for (var tensor : tensors) {
        json.writeObjectPropertyStart(tensor.name());
        json.writeStringProperty("dtype", dtype(tensor.tensor().type()));
        json.writeArrayPropertyStart("shape");
        tensor.shape().forEach(json::writeNumber);
        json.writeEndArray();
        json.writeArrayPropertyStart("data_offsets");
        json.writeNumber(at);
        at += tensor.tensor().byteCount();
        json.writeNumber(at);
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    while (bytes.size() % Long.BYTES != 0) {
      bytes.write(' ');
    }
    return bytes.toByteArray();
  }

  private static void writeAll(FileChannel channel, MemorySegment segment) throws IOException {
    for (long at = 0; at < segment.byteSize(); at += PIECE_BYTES) {
      long count = Math.min(PIECE_BYTES, segment.byteSize() - at);
      writeAll(channel, bytes(segment.asSlice(at, count)));
    }
  }

  /** Arrays of other numbers than bytes have no view as a buffer of bytes and are copied. */
  private static ByteBuffer bytes(MemorySegment piece) {
    return piece.isNative()
        ? piece.asByteBuffer()
        : ByteBuffer.wrap(piece.toArray(ValueLayout.JAVA_BYTE));
  }

  private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * The tensors of a file, in its order, in memory of the arena.
   *
   * @throws CheckpointException if it is not such a file, cut off, or larger than this machine
   */
  public static List<NamedTensor> read(Path file, Arena arena) {
    try {
      BoundedFile.requireRegular(file);
      try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
        return tensors(file, channel, arena);
      }
    } catch (IOException e) {
      throw new CheckpointException(
          "%s cannot be read: %s".formatted(file, FileTrouble.reason(e)), e);
    }
  }

  private static List<NamedTensor> tensors(Path file, FileChannel channel, Arena arena)
      throws IOException {
    long length = headerBytes(file, channel);
    var bytes = new byte[(int) length];
    readAll(file, channel, ByteBuffer.wrap(bytes), Long.BYTES);
    long begin = Long.BYTES + length;
    var header = SafetensorsHeader.read("the header of " + file, bytes, channel.size() - begin);
    requireMemory(file, channel.size());
    var tensors = new ArrayList<NamedTensor>();
    for (var entry : header.entries()) {
      var memory = arena.allocate(entry.bytes(), ALIGNMENT);
      readAll(file, channel, memory, begin + entry.begin());
      tensors.add(new NamedTensor(entry.name(), entry.shape(), Tensor.of(memory, entry.type())));
    }
    return tensors;
  }

  private static long headerBytes(Path file, FileChannel channel) throws IOException {
    long size = channel.size();
    var eight = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (size >= Long.BYTES) {
      readAll(file, channel, eight, 0);
    }
    long length = eight.getLong(0);
    if (length < 2 || length > HEADER_BYTES_MAX || length > size - Long.BYTES) {
      throw new CheckpointException(
          "%s has %d bytes and no header of safetensors".formatted(file, size));
    }
    if (length * HEADER_OBJECTS > HeapRoom.bytes()) {
      throw new CheckpointException(
          "%s has a header of %d bytes, and this process no memory to take it apart"
              .formatted(file, length));
    }
    return length;
  }

  /** A file may have holes and so be larger than any memory. */
  private static void requireMemory(Path file, long bytes) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        && bytes > system.getTotalMemorySize()) {
      throw new CheckpointException(
          "%s has %d bytes and this machine a memory of %d: resume where there is more"
              .formatted(file, bytes, system.getTotalMemorySize()));
    }
  }

  private static void readAll(Path file, FileChannel channel, MemorySegment target, long from)
      throws IOException {
    for (long at = 0; at < target.byteSize(); at += PIECE_BYTES) {
      long count = Math.min(PIECE_BYTES, target.byteSize() - at);
      readAll(file, channel, target.asSlice(at, count).asByteBuffer(), from + at);
    }
  }

  private static void readAll(Path file, FileChannel channel, ByteBuffer target, long from)
      throws IOException {
    for (long at = from; target.hasRemaining(); ) {
      int some = channel.read(target, at);
      if (some < 0) {
        throw new CheckpointException(file + " became shorter while it was read");
      }
      at += some;
    }
  }

  private static String dtype(ElementType type) {
    return switch (type) {
      case FP32 -> "F32";
      case INT64 -> "I64";
      case INT8 -> "U8";
      case FP64, FP16, BF16, INT32 ->
          throw new IllegalArgumentException(
              "%s has no place in a checkpoint: use fp32, int64 or int8".formatted(type.label()));
    };
  }
}
