package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.PeerLostException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer may send small messages unasked, as many as there is room for and no more. */
class HostileFramesTest {
  private static final int BYTES = Matching.EAGER_MAX;

  /** Of an operation that the other rank never begins. */
  private static void post(FlowTransport transport, Flows flows, int index) {
    var parts = new Parts(MemorySegment.ofArray(new byte[BYTES]));
    var key = flows.ticket(1).key();
    transport.pair(0).post(new Piece(Kind.EAGER, key, 0, index, 0, parts, BYTES, null));
  }

  private static void assertLost(Flows flows, int messages, int sameIndexFrom) {
    var failures =
        flows.failures(
            transport -> {
              try (var channel = transport.open(flows.ticket(2))) {
                for (int i = 0; i < messages && transport.rank() == 1; i++) {
                  post(transport, flows, Math.min(i, sameIndexFrom));
                }
                channel.awaitSignal(1 - transport.rank(), Flows.soon());
              }
            });
    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("it sent a small message for which there is no room"));
  }

  @Test
  void who_sends_more_than_that_is_lost() {
    try (var flows = Flows.open(2)) {
      assertLost(flows, (1 << 20) / BYTES + 1, Integer.MAX_VALUE);
    }
  }

  @Test
  void who_sends_the_same_message_twice_is_lost() {
    try (var flows = Flows.open(2)) {
      assertLost(flows, 2, 0);
    }
  }

  /** Of one operation or of many. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Tag("thorough")
  @Timeout(120)
  void who_announces_more_than_any_rank_needs_is_lost(boolean one) {
    try (var flows = Flows.open(2)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(2))) {
                  for (int i = 0; i <= Matching.AHEAD_MOST && transport.rank() == 1; i++) {
                    var key = one ? flows.ticket(1).key() : flows.ticket(3L + i).key();
                    transport
                        .pair(0)
                        .post(new Piece(Kind.REQUEST, key, 0, i, BYTES, new Parts(), 0, null));
                  }
                  channel.awaitSignal(1 - transport.rank(), Flows.soon());
                }
              });
      assertThat(failures)
          .allSatisfy(
              failure ->
                  assertThat(failure)
                      .isInstanceOf(PeerLostException.class)
                      .hasMessageContaining("it sent more than 1048576 words about messages that"));
    }
  }
}
