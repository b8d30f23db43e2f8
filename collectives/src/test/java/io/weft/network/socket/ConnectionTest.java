package io.weft.network.socket;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.trials.Draw;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("sampled")
class ConnectionTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  /** More than the system's buffers take in. */
  private static final int MANY = 16 << 20;

  enum Kind {
    PLAIN,
    TLS
  }

  private record Ends(Connection one, Connection other) implements AutoCloseable {
    @Override
    public void close() {
      one.close();
      other.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_is_written_arrives_in_order(Kind kind) {
    guarded(
        threads -> {
          try (var ends = connect(kind, threads)) {
            forAll(
                draw -> {
                  var sources = new ByteBuffer[draw.between(1, 8)];
                  Arrays.setAll(sources, _ -> random(draw));
                  var expected = joined(sources);
                  var received = receiving(threads, ends.other(), expected.length, draw);
                  write(ends.one(), sources);
                  assertThat(result(received)).isEqualTo(expected);
                  assertThat(sources).noneMatch(ByteBuffer::hasRemaining);
                });
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void both_sides_may_write_more_than_buffers_hold_at_once(Kind kind) {
    guarded(
        threads -> {
          try (var ends = connect(kind, threads)) {
            var sent = new byte[MANY];
            new SplittableRandom(5).nextBytes(sent);
            var oneWrites = threads.submit(() -> write(ends.one(), ByteBuffer.wrap(sent)));
            var otherWrites = threads.submit(() -> write(ends.other(), ByteBuffer.wrap(sent)));
            var oneReads = threads.submit(() -> receive(ends.one(), MANY));
            assertThat(receive(ends.other(), MANY)).isEqualTo(sent);
            assertThat(oneReads.get()).isEqualTo(sent);
            oneWrites.get();
            otherWrites.get();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void one_direction_may_end_before_the_other(Kind kind) {
    guarded(
        threads -> {
          try (var ends = connect(kind, threads)) {
            ends.one().write(ByteBuffer.wrap(new byte[] {1}));
            ends.one().shutdownOutput();
            assertThat(receive(ends.other(), 1)).containsExactly(1);
            assertThat(ends.other().read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(ends.other().read(ByteBuffer.allocate(1 << 16))).isEqualTo(-1);
            ends.other().write(ByteBuffer.wrap(new byte[] {2}));
            assertThat(receive(ends.one(), 1)).containsExactly(2);
            assertThatThrownBy(() -> ends.one().write(ByteBuffer.wrap(new byte[] {3})))
                .isInstanceOf(IOException.class);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void closing_ends_a_read_and_a_write_that_wait(Kind kind) {
    guarded(
        threads -> {
          try (var ends = connect(kind, threads)) {
            var written = new CountDownLatch(1);
            var reads = threads.submit(() -> ends.one().read(ByteBuffer.allocate(1)));
            var writes = threads.submit(() -> writeForEver(ends.one(), written));
            written.await();
            ends.one().close();
            assertThatThrownBy(reads::get).hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(writes::get).hasCauseInstanceOf(IOException.class);
            ends.one().close();
          }
        });
  }

  @Test
  void a_stream_that_is_cut_is_told_from_one_that_ends() {
    guarded(
        threads -> {
          try (var ends = connect(Kind.TLS, threads)) {
            ends.one().close();
            assertThatThrownBy(() -> ends.other().read(ByteBuffer.allocate(1)))
                .isInstanceOf(IOException.class);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"even, stranger", "stranger, even"})
  void ends_of_which_one_does_not_trust_the_other_both_fail(String caller, String answerer) {
    guarded(
        threads -> {
          try (var ends = connect(Kind.PLAIN, threads)) {
            var server = KeyStores.shared().tls(answerer).forServer();
            var client = KeyStores.shared().tls(caller).forClient();
            var answering = threads.submit(() -> TlsConnection.over(ends.one(), server));
            assertThatThrownBy(
                    () -> TlsConnection.over(ends.other(), client).read(ByteBuffer.allocate(1)))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("certificate");
            ends.other().close();
            assertThatThrownBy(answering::get).hasCauseInstanceOf(SSLException.class);
          }
        });
  }

  /** The engine asks for more of a record that is too long for where records are put together. */
  @Test
  void a_stranger_with_a_record_that_is_too_long_is_refused_at_once() {
    guarded(
        threads -> {
          try (var ends = connect(Kind.PLAIN, threads)) {
            var server = KeyStores.shared().tls("even").forServer();
            var record = ByteBuffer.allocate(5 + 20_480);
            record.put(0, new byte[] {0x16, 0x03, 0x01, 0x50, 0x00});
            ends.other().write(record);
            ends.other().shutdownOutput();
            assertThatThrownBy(() -> TlsConnection.over(ends.one(), server))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("a record of more than ");
          }
        });
  }

  @Test
  void it_names_both_ends() {
    guarded(
        threads -> {
          try (var ends = connect(Kind.TLS, threads)) {
            assertThat(ends.one().toString())
                .matches("127\\.0\\.0\\.1:\\d+ to 127\\.0\\.0\\.1:\\d+ in TLS");
            assertThat(ends.one().sendBufferBytes()).isPositive();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void it_knows_that_it_stays_on_this_host(Kind kind) {
    guarded(
        threads -> {
          try (var ends = connect(kind, threads)) {
            assertThat(ends.one().isWithinHost()).isTrue();
            assertThat(ends.other().isWithinHost()).isTrue();
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1, true",
    "10.0.0.1, 10.0.0.2, false",
    "127.0.0.1, 127.0.0.2, true",
    "fd00::1, fd00::1, true",
    "fd00::1, fd00::2, false"
  })
  void addresses_tell_whether_it_does(String here, String there, boolean stays) {
    assertThat(Addresses.areOfOneHost(InetAddress.ofLiteral(here), InetAddress.ofLiteral(there)))
        .isEqualTo(stays);
  }

  @Test
  void what_leaves_an_eighth_of_the_send_buffer_goes_while_nobody_reads() {
    guarded(
        threads -> {
          try (var ends = connect(Kind.PLAIN, threads)) {
            int room = ends.one().sendBufferBytes() / 8 * 7;
            assertThat(room).isPositive();
            ends.one().write(ByteBuffer.allocateDirect(room));
            var read = ByteBuffer.allocateDirect(room);
            while (read.hasRemaining() && ends.other().read(read) > 0) {}
            assertThat(read.hasRemaining()).isFalse();
          }
        });
  }

  private static Ends connect(Kind kind, ExecutorService threads) throws Exception {
    try (var listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      var one = new PlainConnection(SocketChannel.open(listener.getLocalAddress()));
      var other = new PlainConnection(listener.accept());
      return switch (kind) {
        case PLAIN -> new Ends(one, other);
        case TLS -> {
          var odd = KeyStores.shared().tls("odd").forServer();
          var even = KeyStores.shared().tls("even").forClient();
          var answering = threads.submit(() -> TlsConnection.over(other, odd));
          var calling = TlsConnection.over(one, even);
          yield new Ends(calling, answering.get());
        }
      };
    }
  }

  private static ByteBuffer random(Draw draw) {
    int count = draw.between(0, 50_000);
    var buffer = draw.between(0, 1) == 0 ? ByteBuffer.allocate(count) : direct(count);
    for (int i = 0; i < count; i++) {
      buffer.put(i, (byte) (31 * count + i));
    }
    return buffer;
  }

  private static ByteBuffer direct(int count) {
    return ByteBuffer.allocateDirect(count);
  }

  private static byte[] joined(ByteBuffer[] sources) {
    var all = ByteBuffer.allocate(Arrays.stream(sources).mapToInt(ByteBuffer::remaining).sum());
    Arrays.stream(sources).map(ByteBuffer::duplicate).forEach(all::put);
    return all.array();
  }

  private static Future<byte[]> receiving(
      ExecutorService threads, Connection from, int count, Draw draw) {
    int size = draw.between(1, 40_000);
    var through = draw.between(0, 1) == 0 ? ByteBuffer.allocate(size) : direct(size);
    return threads.submit(() -> receive(from, count, through));
  }

  private static byte[] receive(Connection from, int count) throws IOException {
    return receive(from, count, direct(100_000));
  }

  private static byte[] receive(Connection from, int count, ByteBuffer through) throws IOException {
    var all = ByteBuffer.allocate(count);
    while (all.hasRemaining()) {
      int read = from.read(through.clear().limit(Math.min(through.capacity(), all.remaining())));
      assertThat(read).isPositive().isEqualTo(through.position());
      all.put(through.flip());
    }
    return all.array();
  }

  private static Object write(Connection to, ByteBuffer... sources) {
    try {
      to.write(sources);
      return to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object writeForEver(Connection to, CountDownLatch written) throws IOException {
    var bytes = ByteBuffer.allocate(1 << 16);
    while (true) {
      to.write(bytes.clear());
      written.countDown();
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private interface Body {
    void run(ExecutorService threads) throws Throwable;
  }

  private static void guarded(Body test) {
    Executable guarded =
        () -> {
          try (var threads = Executors.newCachedThreadPool()) {
            test.run(threads);
          }
        };
    assertTimeoutPreemptively(HANG_GUARD, guarded);
  }
}
