package io.weft.network.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.weft.trials.Trials;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bytes that resemble what ranks say. None is believed, and none costs much memory. */
@Tag("sampled")
class FuzzTest {
  private static final int HANDSHAKES = 100_000;
  private static final int FRAMES = 30_000;
  private static final int BYTES_MAX = 64 * 1024;
  private static final Token TOKEN = Token.of("0123456789abcdef");
  private static final Identity ZERO = new Identity(0, 4, "0.1", Bits256.hashOf("job"));
  private static final Identity THREE = new Identity(3, 4, "0.1", Bits256.hashOf("job"));

  private final SplittableRandom random = new SplittableRandom(7);
  private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void no_handshake_with_a_changed_byte_is_believed_or_costs_much() throws IOException {
    var own = ZERO.hello(Role.MASTER);
    var valid = conversation(own);
    assertThat(answerTo(valid, own)).isEqualTo(Hello.BYTES + Bits256.BYTES);
    long costliest = 0;
    int longest = 0;
    for (int i = 0; i < HANDSHAKES; i++) {
      var bytes = i % 4 == 0 ? noise() : changed(valid);
      long before = memory.getCurrentThreadAllocatedBytes();
      longest = Math.max(longest, refusalOf(bytes, own));
      costliest = Math.max(costliest, memory.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(longest).isEqualTo(Hello.BYTES + Bits256.BYTES);
    assertThat(costliest).isPositive().isLessThan(BYTES_MAX);
  }

  @Test
  void no_changed_frame_costs_much_or_is_anything_but_a_frame_or_refused() {
    var frames = frames();
    long costliest = 0;
    int refused = 0;
    for (int i = 0; i < FRAMES; i++) {
      var bytes = changed(frames.get(i % frames.size()));
      long before = memory.getCurrentThreadAllocatedBytes();
      refused += isFrame(bytes) ? 0 : 1;
      refused += isHello(bytes) ? 0 : 1;
      costliest = Math.max(costliest, memory.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(refused).isBetween(FRAMES + 1, 2 * FRAMES - 1);
    assertThat(costliest).isPositive().isLessThan(BYTES_MAX);
  }

  private static List<byte[]> frames() {
    var frames = new ArrayList<byte[]>();
    Trials.forAll(draw -> frames.add(FrameCodec.encode(FrameCodecTest.frame(draw))));
    return frames;
  }

  /** What the client says to this server in an undisturbed handshake. */
  private static byte[] conversation(Hello server) throws IOException {
    var client = THREE.hello(Role.MEMBER);
    var said = new ByteArrayOutputStream();
    said.write(client.encode());
    said.write(
        TOKEN.sign(
            Handshake.LABEL, new byte[] {client.role().code()}, client.encode(), server.encode()));
    return said.toByteArray();
  }

  /** How many bytes the server says. */
  private static int answerTo(byte[] bytes, Hello own) throws IOException {
    var out = new ByteArrayOutputStream();
    new Handshake(TOKEN, new ByteArrayInputStream(bytes), out).asServer(own);
    return out.size();
  }

  private static int refusalOf(byte[] bytes, Hello own) {
    var said = new Count();
    try {
      new Handshake(TOKEN, new ByteArrayInputStream(bytes), said).asServer(own);
      throw new AssertionError("a stranger was believed: " + Arrays.toString(bytes));
    } catch (IOException | AuthenticationException e) {
      return said.bytes;
    }
  }

  private static final class Count extends OutputStream {
    private int bytes;

    @Override
    public void write(int value) {
      bytes++;
    }
  }

  private static boolean isFrame(byte[] bytes) {
    try {
      FrameCodec.read(new ByteArrayInputStream(bytes));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isHello(byte[] bytes) {
    try {
      Hello.decode(bytes);
      return true;
    } catch (MalformedException e) {
      return false;
    }
  }

  private byte[] noise() {
    var bytes = new byte[random.nextInt(400)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** With one to three changes: a byte, four bytes that may be a length, or an end too early. */
  private byte[] changed(byte[] valid) {
    var bytes = valid.clone();
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes && bytes.length > 4; i++) {
      switch (random.nextInt(3)) {
        case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
        case 1 -> ByteBuffer.wrap(bytes).putInt(random.nextInt(bytes.length - 3), length());
        default -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
    }
    return Arrays.equals(bytes, valid) ? changed(valid) : bytes;
  }

  private int length() {
    return random.nextBoolean() ? Integer.MAX_VALUE - random.nextInt(9) : random.nextInt();
  }
}
