package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PriorityTest {
  private static final int BULK_BYTES = 64 << 20;
  private static final int URGENT_BYTES = 64 << 10;
  private static final int ATTEMPTS = 50;

  private final Flows flows = Flows.open(2, 1, Flows.NO_PULSE);
  private Arena arena;
  private MemorySegment source;
  private MemorySegment target;

  @BeforeEach
  void allocate() {
    arena = Arena.ofShared();
    source = arena.allocate(BULK_BYTES).fill((byte) 1);
    target = arena.allocate(BULK_BYTES);
  }

  @AfterEach
  void close() {
    flows.close();
    arena.close();
  }

  /** Without priorities it never does; with them it may still come too late on a busy machine. */
  @Test
  void an_urgent_message_overtakes_a_large_one_that_is_under_way() {
    boolean overtaken = false;
    for (int attempt = 0; attempt < ATTEMPTS && !overtaken; attempt++) {
      overtaken = attempt(2L * attempt);
    }
    assertThat(overtaken).isTrue();
  }

  @Test
  void a_message_gives_way_while_its_rank_is_in_a_more_urgent_operation() {
    var transport = flows.transport(0);
    var patient = flows.ticket(0, 0, 10);
    var urgent = flows.ticket(1, 0, -10);
    try (var _ = transport.open(patient)) {
      assertThat(transport.ledger().hasMoreUrgent(patient)).isFalse();
      try (var _ = transport.open(urgent)) {
        assertThat(transport.ledger().hasMoreUrgent(patient)).isTrue();
        assertThat(transport.ledger().hasMoreUrgent(urgent)).isFalse();
      }
      assertThat(transport.ledger().hasMoreUrgent(patient)).isFalse();
    }
  }

  private boolean attempt(long number) {
    target.fill((byte) 0);
    var granted = new CountDownLatch(1);
    var overtaken = new AtomicBoolean();
    flows.run(
        transport -> {
          if (transport.rank() == 0) {
            send(transport, number, granted);
          } else {
            overtaken.set(receive(transport, number, granted));
          }
        });
    return overtaken.get();
  }

  private void send(FlowTransport transport, long number, CountDownLatch granted)
      throws InterruptedException {
    long before = transport.wireBytes();
    try (var patient = transport.open(flows.ticket(number, 0, 10));
        var urgent = transport.open(flows.ticket(number + 1, 0, -10))) {
      assertThat(granted.await(30, TimeUnit.SECONDS)).isTrue();
      var bulk = patient.send(1, source);
      Flows.until(() -> transport.wireBytes() - before >= 1 << 20);
      var overtaking = urgent.send(1, Contents.filled(3, URGENT_BYTES));
      overtaking.await(Flows.soon());
      bulk.await(Flows.soon());
    }
  }

  /** Whether the large one was not there yet when the urgent one was. */
  private boolean receive(FlowTransport transport, long number, CountDownLatch granted) {
    try (var patient = transport.open(flows.ticket(number, 0, 10));
        var urgent = transport.open(flows.ticket(number + 1, 0, -10))) {
      var bulk = patient.receive(0, target);
      var memory = Contents.allocate(Contents.Home.NATIVE, URGENT_BYTES);
      var overtaking = urgent.receive(0, memory);
      granted.countDown();
      overtaking.await(Flows.soon());
      boolean bulkIsThere = target.get(ValueLayout.JAVA_BYTE, BULK_BYTES - 1) == 1;
      assertThat(Contents.firstDifference(memory, 3)).isNegative();
      bulk.await(Flows.soon());
      assertThat(target.mismatch(source)).isNegative();
      return !bulkIsThere;
    }
  }
}
