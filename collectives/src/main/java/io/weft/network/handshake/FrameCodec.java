package io.weft.network.handshake;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Frames as bytes: four of length, one of kind, and the parts in order. */
public final class FrameCodec {
  private FrameCodec() {}

  /** The whole frame, its length in front. */
  public static byte[] encode(Frame frame) {
    var target = ByteBuffer.allocate(4 + Limits.FRAME_BYTES_MAX).position(4);
    switch (frame) {
      case Frame.Register(var hostName, var addresses, var streams) -> {
        putText(target.put((byte) 1), hostName);
        putAddresses(target, addresses);
        target.put((byte) streams);
      }
      case Frame.Accepted(var remainingMillis) -> target.put((byte) 2).putLong(remainingMillis);
      case Frame.Gathered(var meeting) ->
          target
              .put((byte) 3)
              .putLong(meeting.getMostSignificantBits())
              .putLong(meeting.getLeastSignificantBits());
      case Frame.Entry(var rank, var hostName, var addresses) -> {
        putText(target.put((byte) 4).putInt(rank), hostName);
        putAddresses(target, addresses);
      }
      case Frame.Connected() -> target.put((byte) 5);
      case Frame.Begin() -> target.put((byte) 6);
      case Frame.Refused(var reason, var sentence) ->
          putText(target.put((byte) 7).put(reason.code()), sentence);
    }
    var bytes = new byte[target.position()];
    target.putInt(0, bytes.length - 4).flip().get(bytes);
    return bytes;
  }

  /** The next frame of a stream. */
  public static Frame read(InputStream in) throws IOException {
    int length = ByteBuffer.wrap(exactly(in, 4)).getInt();
    if (length < 1 || length > Limits.FRAME_BYTES_MAX) {
      throw new MalformedException(
          "frame of %d bytes: from 1 to %d".formatted(length, Limits.FRAME_BYTES_MAX));
    }
    return decode(exactly(in, length));
  }

  private static byte[] exactly(InputStream in, int count) throws IOException {
    var bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the connection ended within a frame");
    }
    return bytes;
  }

  private static Frame decode(byte[] bytes) throws MalformedException {
    var source = ByteBuffer.wrap(bytes);
    try {
      var frame = parts(source);
      if (source.hasRemaining()) {
        throw new MalformedException("%d bytes too many".formatted(source.remaining()));
      }
      return frame;
    } catch (BufferUnderflowException e) {
      throw new MalformedException("a frame that ends too early");
    } catch (IllegalArgumentException | CharacterCodingException | UnknownHostException e) {
      throw new MalformedException("a frame with " + e.getMessage());
    }
  }

  private static Frame parts(ByteBuffer source)
      throws MalformedException, CharacterCodingException, UnknownHostException {
    byte kind = source.get();
    return switch (kind) {
      case 1 -> new Frame.Register(text(source), addresses(source), source.get());
      case 2 -> new Frame.Accepted(source.getLong());
      case 3 -> new Frame.Gathered(new UUID(source.getLong(), source.getLong()));
      case 4 -> new Frame.Entry(source.getInt(), text(source), addresses(source));
      case 5 -> new Frame.Connected();
      case 6 -> new Frame.Begin();
      case 7 -> new Frame.Refused(Frame.Reason.of(source.get()), text(source));
      default -> throw new MalformedException("frame kind " + kind + " does not exist");
    };
  }

  private static void putText(ByteBuffer target, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    target.putShort((short) bytes.length).put(bytes);
  }

  private static String text(ByteBuffer source)
      throws MalformedException, CharacterCodingException {
    int length = Short.toUnsignedInt(source.getShort());
    if (length > source.remaining()) {
      throw new MalformedException("text of %d bytes".formatted(length));
    }
    var bytes = source.slice(source.position(), length);
    source.position(source.position() + length);
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  private static void putAddresses(ByteBuffer target, List<InetSocketAddress> addresses) {
    target.put((byte) addresses.size());
    addresses.forEach(address -> putAddress(target, address));
  }

  private static List<InetSocketAddress> addresses(ByteBuffer source)
      throws MalformedException, UnknownHostException {
    int count = source.get();
    var addresses = new ArrayList<InetSocketAddress>();
    for (int i = 0; i < count; i++) {
      addresses.add(address(source));
    }
    return addresses;
  }

  private static void putAddress(ByteBuffer target, InetSocketAddress address) {
    var bytes = address.getAddress().getAddress();
    target.put((byte) bytes.length).put(bytes).putShort((short) address.getPort());
  }

  private static InetSocketAddress address(ByteBuffer source)
      throws MalformedException, UnknownHostException {
    int length = source.get();
    if (length != 4 && length != 16) {
      throw new MalformedException("address of %d bytes".formatted(length));
    }
    var bytes = new byte[length];
    source.get(bytes);
    var address = InetAddress.getByAddress(bytes);
    return new InetSocketAddress(address, Short.toUnsignedInt(source.getShort()));
  }
}
