package io.weft.checkpoint;

import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
  private static final String METADATA = "__metadata__";

  private Safetensors() {}

  /** Writes a file anew and returns when it is on the disk. */
  static void write(Path file, List<NamedTensor> tensors) throws IOException {
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      byte[] header = header(tensors);
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
   * The tensors of a file, in its order, in memory of the arena, which also holds the file
   * meanwhile.
   *
   * @throws CheckpointException if it is not such a file, or cut off
   */
  public static List<NamedTensor> read(Path file, Arena arena) {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var all = arena.allocate(Math.max(channel.size(), 1), ALIGNMENT).asSlice(0, channel.size());
      for (long at = 0; at < all.byteSize(); ) {
        long count = Math.min(PIECE_BYTES, all.byteSize() - at);
        int some = channel.read(all.asSlice(at, count).asByteBuffer(), at);
        if (some < 0) {
          throw new CheckpointException(file + " became shorter while it was read");
        }
        at += some;
      }
      return tensors(file, all, arena);
    } catch (IOException e) {
      throw new CheckpointException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static List<NamedTensor> tensors(Path file, MemorySegment all, Arena arena) {
    long length = all.byteSize() < Long.BYTES ? -1 : length(all);
    if (length < 2 || length > HEADER_BYTES_MAX || length > all.byteSize() - Long.BYTES) {
      throw new CheckpointException(
          "%s has %d bytes and no header of safetensors".formatted(file, all.byteSize()));
    }
    var bytes = new byte[(int) length];
    MemorySegment.ofArray(bytes).copyFrom(all.asSlice(Long.BYTES, length));
    var header = Json.read("the header of " + file, bytes);
    header.fields().remove(METADATA);
    var data = all.asSlice(Long.BYTES + length);
    var tensors = new ArrayList<NamedTensor>();
    for (var name : header.fields().keySet()) {
      tensors.add(tensor(name, header.object(name), data, arena));
    }
    return tensors;
  }

  private static long length(MemorySegment all) {
    return all.asSlice(0, Long.BYTES).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Copied, because the file may have it at any address. */
  private static NamedTensor tensor(String name, Json entry, MemorySegment data, Arena arena) {
    var offsets = entry.numbers("data_offsets");
    var type = type(entry);
    if (offsets.size() != 2
        || offsets.getFirst() < 0
        || offsets.getFirst() > offsets.getLast()
        || offsets.getLast() > data.byteSize()) {
      throw new CheckpointException(
          "%s lies at %s of %d bytes: the file is cut off or spoilt"
              .formatted(entry.where(), offsets, data.byteSize()));
    }
    long bytes = offsets.getLast() - offsets.getFirst();
    var memory = arena.allocate(bytes, ALIGNMENT);
    memory.copyFrom(data.asSlice(offsets.getFirst(), bytes));
    try {
      return new NamedTensor(name, entry.numbers("shape"), Tensor.of(memory, type));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new CheckpointException("%s: %s".formatted(entry.where(), e.getMessage()), e);
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

  private static ElementType type(Json entry) {
    var dtype = entry.text("dtype");
    return switch (dtype) {
      case "F32" -> ElementType.FP32;
      case "I64" -> ElementType.INT64;
      case "U8" -> ElementType.INT8;
      default ->
          throw new CheckpointException(
              "%s is of %s: F32, I64 and U8 can be read".formatted(entry.where(), dtype));
    };
  }
}
