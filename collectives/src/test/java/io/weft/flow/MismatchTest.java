package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Channel;
import io.weft.network.MismatchException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that come to one operation with different things in mind all hear who is the odd one. */
class MismatchTest {
  /** How each rank takes part. */
  enum Way {
    EXCHANGE {
      @Override
      void take(Channel channel, List<Integer> peers) {
        for (int peer : peers) {
          channel.send(peer, MemorySegment.ofArray(new byte[10]));
        }
        for (int peer : peers) {
          channel.receive(peer, MemorySegment.ofArray(new byte[10])).await(Flows.soon());
        }
      }
    },
    EXCHANGE_LARGE {
      @Override
      void take(Channel channel, List<Integer> peers) {
        for (int peer : peers) {
          channel.send(peer, MemorySegment.ofArray(new byte[100_000]));
        }
        for (int peer : peers) {
          channel.receive(peer, MemorySegment.ofArray(new byte[100_000])).await(Flows.soon());
        }
      }
    },
    RECEIVE {
      @Override
      void take(Channel channel, List<Integer> peers) {
        channel.receive(peers.getFirst(), MemorySegment.ofArray(new byte[10])).await(Flows.soon());
      }
    },
    AWAIT_SIGNAL {
      @Override
      void take(Channel channel, List<Integer> peers) {
        channel.awaitSignal(peers.getLast(), Flows.soon());
      }
    },
    SEND_AND_LEAVE {
      @Override
      void take(Channel channel, List<Integer> peers) {
        for (int peer : peers) {
          channel.send(peer, MemorySegment.ofArray(new byte[10])).await(Flows.soon());
        }
      }
    };

    /** Takes part, with some peers: those that agree with this rank expect nothing of it. */
    abstract void take(Channel channel, List<Integer> peers);
  }

  @ParameterizedTest(name = "{0} ranks, rank {1} is odd, {2}")
  @CsvSource({
    "2, 1, EXCHANGE",
    "2, 1, EXCHANGE_LARGE",
    "2, 1, RECEIVE",
    "2, 1, AWAIT_SIGNAL",
    "2, 1, SEND_AND_LEAVE",
    "3, 0, EXCHANGE",
    "3, 1, EXCHANGE_LARGE",
    "3, 2, RECEIVE",
    "3, 1, SEND_AND_LEAVE",
    "4, 2, EXCHANGE",
    "4, 0, RECEIVE",
    "4, 1, AWAIT_SIGNAL",
    "4, 3, SEND_AND_LEAVE",
  })
  void all_hear_the_same(int ranks, int odd, Way way) {
    try (var flows = Flows.open(ranks)) {
      var failures = flows.failures(transport -> takeAndGoOn(flows, transport, odd, way));
      expect(failures, ranks, odd);
    }
  }

  /** The odd one begins when the others have waited for a while. */
  @ParameterizedTest(name = "{0} ranks, rank {1} is late and odd, {2}")
  @CsvSource({"2, 1, EXCHANGE", "3, 1, RECEIVE", "4, 3, EXCHANGE_LARGE", "3, 0, AWAIT_SIGNAL"})
  void one_that_comes_late_is_found_too(int ranks, int odd, Way way) {
    try (var flows = Flows.open(ranks)) {
      var failures =
          flows.failures(
              transport -> {
                if (transport.rank() == odd) {
                  comeLate(transport, (odd + 1) % ranks);
                }
                takeAndGoOn(flows, transport, odd, way);
              });
      expect(failures, ranks, odd);
    }
  }

  /** Its first sign of life comes when it has said nothing for long enough to be asked about. */
  private static void comeLate(FlowTransport transport, int peer) {
    Flows.until(() -> transport.pair(peer).tally().sent() > 0);
  }

  /** A rank that is done with the operation hears of it in the next one. */
  private static void takeAndGoOn(Flows flows, FlowTransport transport, int odd, Way way) {
    int rank = transport.rank();
    var peers = peers(flows.ranks(), rank, odd, way);
    try (var channel = transport.open(flows.ticket(1, rank == odd ? 666 : 1, 0))) {
      way.take(channel, peers);
    }
    try (var channel = transport.open(flows.ticket(2))) {
      channel.awaitSignal(peers.getFirst(), Flows.soon());
    }
  }

  private static List<Integer> peers(int ranks, int rank, int odd, Way way) {
    return IntStream.range(0, ranks)
        .filter(peer -> peer != rank)
        .filter(peer -> way != Way.SEND_AND_LEAVE || rank == odd || peer == odd)
        .boxed()
        .toList();
  }

  private static void expect(List<Throwable> failures, int ranks, int odd) {
    int named = ranks == 2 ? 1 : odd;
    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(MismatchException.class)
                    .hasMessageStartingWith("rank %d does not do".formatted(named))
                    .hasMessageContaining("operation 1 of kind 666 on rank %d".formatted(odd))
                    .hasMessageContaining("operation 1 of kind 1 on rank"));
    assertThat(failures.stream().map(Throwable::getMessage).distinct().toList())
        .as("what the ranks heard")
        .hasSize(1);
  }
}
