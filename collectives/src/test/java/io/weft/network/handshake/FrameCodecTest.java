package io.weft.network.handshake;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.trials.Draw;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class FrameCodecTest {
  @Test
  void every_frame_survives_the_wire() {
    forAll(
        draw -> {
          var frame = frame(draw);
          assertThat(read(FrameCodec.encode(frame))).isEqualTo(frame);
        });
  }

  @Test
  void a_frame_that_ends_too_early_is_seen() {
    forAll(
        draw -> {
          var bytes = FrameCodec.encode(frame(draw));
          var cut = Arrays.copyOf(bytes, draw.between(0, bytes.length - 1));
          assertThatThrownBy(() -> FrameCodec.read(new ByteArrayInputStream(cut)))
              .isInstanceOf(EOFException.class);
        });
  }

  @Test
  void a_huge_length_is_refused_before_anything_is_allocated() {
    var bytes = ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array();
    assertThatThrownBy(() -> FrameCodec.read(new ByteArrayInputStream(bytes)))
        .isInstanceOf(MalformedException.class)
        .hasMessage("frame of 2147483647 bytes: from 1 to 2048");
  }

  @Test
  void a_host_name_that_orders_a_terminal_about_is_not_repeated() {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    var bytes = FrameCodec.encode(new Frame.Register("node", List.of(address), 1));
    bytes[4 + 1 + 2] = 0x1b;
    assertThatThrownBy(() -> FrameCodec.read(new ByteArrayInputStream(bytes)))
        .isInstanceOf(MalformedException.class)
        .hasMessage("a frame with a host name that cannot be printed");
  }

  static Frame frame(Draw draw) {
    return switch (draw.oneOf(List.of(1, 2, 3, 4, 5, 6, 7))) {
      case 1 ->
          new Frame.Register(
              text(draw, Limits.HOST_NAME_BYTES_MAX),
              addresses(draw),
              draw.between(1, Limits.STREAMS_MAX));
      case 2 -> new Frame.Accepted(draw.between(0, Integer.MAX_VALUE));
      case 3 -> new Frame.Gathered(new UUID(draw.between(0, 9), draw.between(0, 9)));
      case 4 ->
          new Frame.Entry(
              draw.between(0, 5000), text(draw, Limits.HOST_NAME_BYTES_MAX), addresses(draw));
      case 5 -> new Frame.Connected();
      case 6 -> new Frame.Begin();
      default ->
          new Frame.Refused(
              draw.oneOf(List.of(Frame.Reason.values())), text(draw, Limits.SENTENCE_BYTES_MAX));
    };
  }

  private static String text(Draw draw, int bytesMax) {
    var letter = draw.oneOf(List.of("a", "ß", "€", "𝄞"));
    int size = letter.getBytes(StandardCharsets.UTF_8).length;
    return letter.repeat(draw.between(0, bytesMax / size));
  }

  private static List<InetSocketAddress> addresses(Draw draw) {
    return Stream.generate(() -> address(draw)).limit(draw.between(1, Limits.STREAMS_MAX)).toList();
  }

  private static InetSocketAddress address(Draw draw) {
    var bytes = new byte[draw.oneOf(List.of(4, 16))];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) draw.between(1, 255);
    }
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), draw.between(0, 65535));
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Frame read(byte[] bytes) {
    try {
      return FrameCodec.read(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
