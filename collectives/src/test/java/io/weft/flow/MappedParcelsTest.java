package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.program.Topology;
import io.weft.network.Channel;
import io.weft.network.Deadline;
import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.Receiving;
import io.weft.network.Sending;
import io.weft.trials.Trials;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Large messages between neighbours go through mapped memory, and end as those of sockets do. */
@Tag("sampled")
@EnabledOnOs(OS.LINUX)
class MappedParcelsTest {
  private static final int LARGE = 4 << 20;

  @TempDir private Path folder;

  @Test
  void both_ways_at_once_they_arrive_and_use_no_sockets() {
    try (var flows = Flows.openShared(2, folder)) {
      flows.run(
          transport -> {
            long before = transport.socketBytes();
            int peer = 1 - transport.rank();
            try (var channel = transport.open(flows.ticket(1))) {
              var received = new byte[LARGE];
              var receiving = channel.receive(peer, MemorySegment.ofArray(received));
              var sending = channel.send(peer, random(transport.rank(), LARGE));
              receiving.await(Flows.soon());
              sending.await(Flows.soon());
              assertThat(MemorySegment.ofArray(received).mismatch(random(peer, LARGE)))
                  .isEqualTo(-1);
            }
            assertThat(transport.socketBytes() - before).isLessThan(LARGE / 100);
            assertThat(transport.wireBytes()).isGreaterThanOrEqualTo(LARGE);
          });
    }
  }

  private static MemorySegment random(int seed, int bytes) {
    var content = new byte[bytes];
    new Random(seed).nextBytes(content);
    return MemorySegment.ofArray(content);
  }

  @Test
  void of_any_sizes_and_parts_they_arrive_whole_and_in_order() {
    var number = new AtomicLong();
    try (var flows = Flows.openShared(2, folder)) {
      Trials.forAll(
          draw -> {
            var sizes = new ArrayList<Integer>();
            for (int i = draw.between(1, 6); i > 0; i--) {
              sizes.add(draw.between(0, 300_000));
            }
            sendAndReceive(flows, number.incrementAndGet(), sizes, draw.between(1, 4));
          });
    }
  }

  private static void sendAndReceive(Flows flows, long number, List<Integer> sizes, int parts) {
    flows.run(
        transport -> {
          try (var channel = transport.open(flows.ticket(number))) {
            if (transport.rank() == 0) {
              sendAll(channel, sizes, parts);
            } else {
              receiveAll(channel, sizes);
            }
          }
        });
  }

  private static void sendAll(Channel channel, List<Integer> sizes, int parts) {
    var sent = new ArrayList<Sending>();
    for (int size : sizes) {
      var whole = random(size, size);
      var cut = new MemorySegment[parts];
      for (int i = 0; i < parts; i++) {
        long from = (long) size * i / parts;
        cut[i] = whole.asSlice(from, (long) size * (i + 1) / parts - from);
      }
      sent.add(channel.send(1, cut));
    }
    sent.forEach(sending -> sending.await(Flows.soon()));
  }

  private static void receiveAll(Channel channel, List<Integer> sizes) {
    var targets = new ArrayList<byte[]>();
    var receivings = new ArrayList<Receiving>();
    for (int size : sizes) {
      targets.add(new byte[size]);
      receivings.add(channel.receive(0, MemorySegment.ofArray(targets.getLast())));
    }
    receivings.reversed().forEach(receiving -> receiving.await(Flows.soon()));
    for (int i = 0; i < sizes.size(); i++) {
      var expected = random(sizes.get(i), sizes.get(i));
      assertThat(MemorySegment.ofArray(targets.get(i)).mismatch(expected)).isEqualTo(-1);
    }
  }

  @Test
  void an_operation_that_has_not_begun_does_not_hold_up_another() {
    try (var flows = Flows.openShared(2, folder)) {
      flows.run(
          transport -> {
            int peer = 1 - transport.rank();
            if (transport.rank() == 0) {
              try (var later = transport.open(flows.ticket(1));
                  var now = transport.open(flows.ticket(2))) {
                var waiting = later.send(peer, random(1, LARGE));
                now.send(peer, random(2, LARGE)).await(Flows.soon());
                assertThat(waiting.isTaken()).isFalse();
                now.signal(peer);
                waiting.await(Flows.soon());
              }
            } else {
              try (var now = transport.open(flows.ticket(2))) {
                now.receive(peer, MemorySegment.ofArray(new byte[LARGE])).await(Flows.soon());
                now.awaitSignal(peer, Flows.soon());
              }
              try (var later = transport.open(flows.ticket(1))) {
                later.receive(peer, MemorySegment.ofArray(new byte[LARGE])).await(Flows.soon());
              }
            }
          });
    }
  }

  /** Rank 0 waits for a socket, and rank 1, its neighbour, for what it sends meanwhile. */
  @Test
  void they_go_on_while_their_sender_waits_for_another_host() {
    var arrived = new CountDownLatch(1);
    try (var flows = Flows.openHosts(new Topology(List.of(0, 0, 1)), folder)) {
      flows.run(
          transport -> {
            try (var channel = transport.open(flows.ticket(1))) {
              switch (transport.rank()) {
                case 0 -> {
                  var sending = channel.send(1, random(3, LARGE));
                  channel.receive(2, MemorySegment.ofArray(new byte[1])).await(Flows.soon());
                  assertThat(sending.isTaken()).isTrue();
                }
                case 1 -> {
                  channel.receive(0, MemorySegment.ofArray(new byte[LARGE])).await(Flows.soon());
                  arrived.countDown();
                }
                default -> {
                  arrived.await();
                  channel.send(0, random(4, 1)).await(Flows.soon());
                }
              }
            }
          });
    }
  }

  @Test
  void lengths_that_differ_are_found() {
    try (var flows = Flows.openShared(2, folder)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  if (transport.rank() == 0) {
                    channel.send(1, random(1, LARGE)).await(Flows.soon());
                  } else {
                    var longer = MemorySegment.ofArray(new byte[LARGE + 1]);
                    channel.receive(0, longer).await(Flows.soon());
                  }
                }
              });
      assertThat(failures)
          .allSatisfy(
              failure ->
                  assertThat(failure)
                      .isInstanceOf(MismatchException.class)
                      .hasMessageContaining("disagree on the length of a message"));
    }
  }

  @Test
  void a_peer_that_does_not_come_is_slow_for_who_sends_and_who_receives() {
    for (boolean sends : new boolean[] {true, false}) {
      try (var flows = Flows.openShared(2, folder)) {
        var limit = Flows.within(Duration.ofMillis(300));
        try (var channel = flows.transport(0).open(flows.ticket(1))) {
          assertThatThrownBy(() -> await(channel, sends, limit))
              .isInstanceOf(PeerSlowException.class);
        }
      }
    }
  }

  private static void await(Channel channel, boolean sends, Deadline limit) {
    var memory = MemorySegment.ofArray(new byte[LARGE]);
    if (sends) {
      channel.send(1, memory).await(limit);
    } else {
      channel.receive(1, memory).await(limit);
    }
  }

  @Test
  void a_peer_that_leaves_is_lost_and_memory_is_its_owners_again() {
    var memory = new byte[2][LARGE];
    try (var flows = Flows.openShared(2, folder)) {
      var outcomes =
          flows.outcomes(
              transport -> {
                int rank = transport.rank();
                if (rank == 0) {
                  transport.close();
                  return;
                }
                try (var channel = transport.open(flows.ticket(1))) {
                  channel.send(0, MemorySegment.ofArray(memory[0]));
                  channel.receive(0, MemorySegment.ofArray(memory[1])).await(Flows.soon());
                }
              });
      assertThat(outcomes.get(1).orElseThrow()).isInstanceOf(PeerLostException.class);
    }
  }

  @Test
  void who_leaves_an_operation_in_the_middle_gets_no_more_bytes() {
    try (var flows = Flows.openShared(2, folder)) {
      var memory = new byte[16 << 20];
      var senderGaveUp = new CountDownLatch(1);
      var outcomes =
          flows.outcomes(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  if (transport.rank() == 0) {
                    var sent = MemorySegment.ofArray(new byte[memory.length]).fill((byte) 1);
                    channel.send(1, sent);
                    var unwanted = channel.send(1, sent);
                    unwanted.await(Flows.soon());
                  } else {
                    channel.receive(0, MemorySegment.ofArray(memory));
                    Flows.until(() -> looked(transport) && memory[0] == 1);
                  }
                } finally {
                  if (transport.rank() == 0) {
                    senderGaveUp.countDown();
                  }
                }
                if (transport.rank() == 1) {
                  Arrays.fill(memory, (byte) 2);
                  transport.close();
                  senderGaveUp.await();
                  var twos = MemorySegment.ofArray(new byte[memory.length]).fill((byte) 2);
                  assertThat(MemorySegment.ofArray(memory).mismatch(twos)).isEqualTo(-1);
                }
              });
      assertThat(outcomes.get(0).orElseThrow()).isInstanceOf(PeerLostException.class);
      assertThat(outcomes.get(1)).isEmpty();
    }
  }

  private static boolean looked(FlowTransport transport) {
    Objects.requireNonNull(transport.signals()).look(System.nanoTime());
    return true;
  }
}
