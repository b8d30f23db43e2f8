package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.Ticket;
import io.weft.network.socket.Connection;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a job ends, nobody waits in vain. */
class EndsTest {
  private static MemorySegment bytes(int count) {
    return MemorySegment.ofArray(new byte[count]);
  }

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {2, 3, 4})
  void a_rank_whose_sockets_break_is_lost_to_all(int ranks) {
    try (var flows = Flows.open(ranks, 2, FlowOptions.DEFAULT)) {
      var waiting = new CountDownLatch(ranks);
      var cutNanos = new long[1];
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  var receiving = channel.receive((transport.rank() + 1) % ranks, bytes(10));
                  waiting.countDown();
                  if (transport.rank() == 1) {
                    assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
                    cutNanos[0] = System.nanoTime();
                    flows.sockets(1).forEach(Connection::close);
                  }
                  receiving.await(Flows.soon());
                }
              });
      System.out.printf(
          "a rank of %d broke: all knew after %d ms%n",
          ranks, Duration.ofNanos(System.nanoTime() - cutNanos[0]).toMillis());
      assertThat(failures).allSatisfy(EndsTest::isLoss);
      assertThat(failures.get(0)).hasMessageContaining("rank 1 (").hasMessageContaining("is lost");
      flows.failures(transport -> transport.open(flows.ticket(2))).forEach(EndsTest::isLoss);
    }
  }

  private static void isLoss(Throwable failure) {
    assertThat(failure).isInstanceOf(PeerLostException.class);
  }

  @Test
  void a_deadline_ends_it_for_all() {
    try (var flows = Flows.open(3)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  var limit = Duration.ofMillis(transport.rank() == 0 ? 300 : 30_000);
                  channel
                      .receive((transport.rank() + 1) % 3, bytes(100_000))
                      .await(Flows.within(limit));
                }
              });
      assertThat(failures).allSatisfy(EndsTest::isSlowness);
      flows.failures(transport -> transport.open(flows.ticket(2))).forEach(EndsTest::isSlowness);
    }
  }

  /** Writes fail where the peer is gone, but what it said before counts more. */
  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 2})
  void a_deadline_ends_it_for_all_in_the_middle_of_large_messages(int streams) {
    try (var flows = Flows.open(3, streams, FlowOptions.DEFAULT)) {
      var failures =
          flows.failures(
              transport -> {
                var source = bytes(4 << 20);
                var target = bytes(4 << 20);
                try (var channel = transport.open(flows.ticket(1));
                    var other = transport.open(flows.ticket(2))) {
                  for (int i = 0; i < 90; i++) {
                    channel.send((transport.rank() + 1 + i % 2) % 3, source);
                    channel.receive((transport.rank() + 1 + i % 2) % 3, target);
                  }
                  other
                      .receive((transport.rank() + 1) % 3, bytes(1))
                      .await(Flows.within(Duration.ofMillis(transport.rank() == 0 ? 300 : 30_000)));
                }
              });
      assertThat(failures).allSatisfy(EndsTest::isSlowness);
    }
  }

  private static void isSlowness(Throwable failure) {
    assertThat(failure)
        .isInstanceOf(PeerSlowException.class)
        .hasMessageContaining("rank 0 waited 300 ms for rank 1 in a test");
  }

  @Test
  void a_rank_that_is_interrupted_says_so() {
    try (var flows = Flows.open(2)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  var receiving = channel.receive(1 - transport.rank(), bytes(10));
                  if (transport.rank() == 0) {
                    Thread.currentThread().interrupt();
                  }
                  receiving.await(Flows.soon());
                } finally {
                  assertThat(Thread.interrupted()).isEqualTo(transport.rank() == 0);
                }
              });
      assertThat(failures.get(0))
          .isInstanceOf(PeerLostException.class)
          .hasMessageStartingWith("rank 0 was interrupted");
      assertThat(failures.get(1))
          .isInstanceOf(PeerLostException.class)
          .message()
          .containsPattern("rank 0( was interrupted| \\(.*is lost)");
    }
  }

  /** The thread is in the middle of a read when it is interrupted. */
  @Test
  void a_rank_that_is_interrupted_while_it_reads_says_so() {
    try (var flows = Flows.open(2)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  var receiving = channel.receive(1 - transport.rank(), bytes(10));
                  if (transport.rank() == 0) {
                    interruptLater(Thread.currentThread(), transport);
                  }
                  receiving.await(Flows.soon());
                }
              });
      assertThat(failures.get(0))
          .isInstanceOf(PeerLostException.class)
          .message()
          .containsPattern("^rank 0 (was interrupted|cannot go on: .* by an interrupt)");
    }
  }

  /** Once the thread has waited for so long that its transport has become curious. */
  private static void interruptLater(Thread thread, FlowTransport transport) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              Flows.until(() -> transport.wireBytes() > 0);
              thread.interrupt();
            });
  }

  /** The thread finds out when it writes. */
  @Test
  void a_rank_that_is_interrupted_before_it_sends_says_so() {
    try (var flows = Flows.open(2)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  if (transport.rank() == 0) {
                    Thread.currentThread().interrupt();
                    channel.send(1, bytes(10)).await(Flows.soon());
                  }
                  channel.receive(1 - transport.rank(), bytes(20)).await(Flows.soon());
                }
              });
      assertThat(failures.get(0))
          .isInstanceOf(PeerLostException.class)
          .hasMessageStartingWith("rank 0 was interrupted");
    }
  }

  /** A rank whose memory is gone must not blame its peer. */
  @Test
  void a_rank_that_sends_from_closed_memory_says_so() {
    var arena = Arena.ofShared();
    var gone = arena.allocate(100_000);
    arena.close();
    try (var flows = Flows.open(2)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  if (transport.rank() == 0) {
                    channel.send(1, gone).await(Flows.soon());
                  }
                  channel.receive(1 - transport.rank(), bytes(100_000)).await(Flows.soon());
                }
              });
      assertThat(failures.get(0)).hasMessageStartingWith("rank 0 cannot go on: ");
      assertThat(failures.get(1)).hasMessageStartingWith("rank 0 (");
      assertThat(failures).allSatisfy(EndsTest::isLoss);
    }
  }

  /** The operation is put into words when a wait lasts, by the thread that looks out. */
  @Test
  void a_rank_that_has_no_words_for_an_operation_says_so() {
    try (var flows = Flows.open(2)) {
      var failures =
          flows.failures(
              transport -> {
                var ticket = flows.ticket(1);
                Supplier<String> words =
                    transport.rank() == 0
                        ? () -> {
                          throw new IllegalStateException("no words");
                        }
                        : ticket.description();
                var own = new Ticket(ticket.key(), 0, ticket.members(), 0, words);
                try (var channel = transport.open(own)) {
                  channel.awaitSignal(1 - transport.rank(), Flows.soon());
                }
              });
      assertThat(failures.get(0)).isInstanceOf(IllegalStateException.class).hasMessage("no words");
      assertThat(failures.get(1))
          .isInstanceOf(PeerLostException.class)
          .hasMessageStartingWith("rank 0 cannot go on: ")
          .hasMessageContaining("no words");
    }
  }

  @Test
  void closing_ends_an_operation_of_another_thread_at_once() {
    try (var flows = Flows.open(2)) {
      var transport = flows.transport(0);
      var begun = new CountDownLatch(1);
      Callable<Boolean> waits =
          () -> {
            try (var channel = transport.open(flows.ticket(1))) {
              var receiving = channel.receive(1, bytes(10));
              begun.countDown();
              receiving.await(Flows.within(Duration.ofHours(1)));
            }
            return true;
          };
      Callable<Boolean> closes =
          () -> {
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            transport.close();
            return true;
          };
      var waiter = Flows.all(List.of(waits, closes)).getFirst();
      assertThat(waiter.exceptionNow())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the transport of rank 0 is closed");
    }
  }

  @Test
  void a_closed_transport_says_so() {
    try (var flows = Flows.open(2)) {
      flows.run(FlowTransport::close);
      assertThatThrownBy(() -> flows.transport(1).open(flows.ticket(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the transport of rank 1 is closed");
    }
  }
}
