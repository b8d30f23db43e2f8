package io.weft.flow;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.Key;
import io.weft.trials.Draw;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("sampled")
class HeaderTest {
  private static final Header.Stamp STAMP = new Header.Stamp(1, 2, 3, 4, true);

  private static ByteBuffer written(Header header) {
    var buffer = ByteBuffer.allocate(Header.BYTES + 3).position(3);
    header.write(buffer);
    assertThat(buffer.remaining()).isZero();
    return buffer.position(3);
  }

  private static Header header(Kind kind, int message, int length, long offset) {
    return new Header(kind, new Key(1, 2), 3, message, length, offset, STAMP);
  }

  private static int any(Draw draw) {
    return draw.oneOf(List.of(0, 1, Integer.MIN_VALUE, Integer.MAX_VALUE)) + draw.between(0, 9_999);
  }

  private static long anyLong(Draw draw) {
    return (long) any(draw) << 32 | any(draw);
  }

  @Test
  void what_is_written_is_read() throws CorruptException {
    forAll(
        draw -> {
          var kind = draw.oneOf(List.of(Kind.values()));
          var header =
              new Header(
                  kind,
                  new Key(anyLong(draw), anyLong(draw)),
                  anyLong(draw),
                  any(draw) & Integer.MAX_VALUE,
                  draw.between(0, kind.bytesMax()),
                  anyLong(draw) & Long.MAX_VALUE,
                  new Header.Stamp(
                      any(draw),
                      any(draw),
                      anyLong(draw),
                      any(draw),
                      draw.oneOf(List.of(true, false))));
          assertThat(read(written(header))).isEqualTo(header);
        });
  }

  private static Header read(ByteBuffer buffer) {
    try {
      return Header.read(buffer);
    } catch (CorruptException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void no_frame_is_longer_than_its_kind_allows(Kind kind) {
    int most = kind.bytesMax();
    assertThat(read(written(header(kind, 0, most, 0))).length()).isEqualTo(most);
    assertThatThrownBy(() -> Header.read(written(header(kind, 0, most + 1, 0))))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("impossible");
  }

  @Test
  void nothing_is_negative() {
    for (var header :
        List.of(
            header(Kind.DATA, -1, 0, 0),
            header(Kind.DATA, 0, -1, 0),
            header(Kind.DATA, 0, 0, -1))) {
      assertThatThrownBy(() -> Header.read(written(header)))
          .isInstanceOf(CorruptException.class)
          .hasMessageContaining("impossible");
    }
  }

  @Test
  void every_flipped_bit_is_noticed() {
    var header = header(Kind.CREDIT, 1, 0, 7);
    for (int bit = 0; bit < 8 * Header.BYTES; bit++) {
      var buffer = written(header);
      int at = 3 + bit / 8;
      buffer.put(at, (byte) (buffer.get(at) ^ 1 << bit % 8));
      assertThatThrownBy(() -> Header.read(buffer))
          .as("bit %d", bit)
          .isInstanceOf(CorruptException.class);
    }
  }
}
