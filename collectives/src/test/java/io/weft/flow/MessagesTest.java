package io.weft.flow;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.flow.Contents.Home;
import io.weft.network.Ticket;
import io.weft.trials.Draw;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever ranks send each other, in whatever order and memory, arrives as it was. */
@Tag("sampled")
class MessagesTest {
  private static final int EAGER = Matching.EAGER_MAX;

  /** Jobs are reused: what differs from trial to trial is what is sent. */
  private static final Map<Job, Flows> JOBS = new HashMap<>();

  private static long operations;

  private record Job(int ranks, int streams, boolean checksum) {
    Flows open() {
      return Flows.open(ranks, streams, new FlowOptions(Duration.ofSeconds(20), checksum));
    }
  }

  /** One message, with where each end cuts its memory. */
  private record Letter(long seed, int from, int to, int bytes, End sender, End receiver) {}

  private record End(Home home, List<Long> cuts) {
    MemorySegment memory(int bytes) {
      return Contents.allocate(home, bytes);
    }
  }

  /** One operation and the order in which ranks await its messages. */
  private record Conversation(Ticket ticket, List<Letter> letters, long shuffle) {}

  @AfterAll
  static void close() {
    JOBS.values().forEach(Flows::close);
    JOBS.clear();
  }

  @Test
  void arrive_exactly() {
    forAll(
        draw -> {
          var job = new Job(draw.between(2, 3), draw.between(1, 3), draw.oneOf(CHOICES));
          var flows = JOBS.computeIfAbsent(job, Job::open);
          var conversations = new ArrayList<Conversation>();
          for (int i = draw.between(1, 4); i > 0; i--) {
            conversations.add(conversation(draw, flows));
          }
          hold(flows, conversations, new Random(draw.between(0, 1 << 30)));
        });
  }

  private static final List<Boolean> CHOICES = List.of(true, false);

  private static Conversation conversation(Draw draw, Flows flows) {
    var ticket = flows.ticket(operations++, 5, draw.oneOf(List.of(-1, 0, 0, 3)));
    var letters = new ArrayList<Letter>();
    for (int i = draw.between(0, 12); i > 0; i--) {
      int from = draw.oneOf(List.of(0, 1, 2)) % flows.ranks();
      int to = (from + draw.oneOf(List.of(1, 2)) - 1 + flows.ranks() - 1) % flows.ranks();
      if (from != to) {
        int bytes = bytes(draw);
        letters.add(new Letter(i, from, to, bytes, end(draw, bytes), end(draw, bytes)));
      }
    }
    return new Conversation(ticket, letters, draw.between(0, 1 << 30));
  }

  private static int bytes(Draw draw) {
    return switch (draw.oneOf(List.of(0, 1, 2, 3))) {
      case 0 -> draw.between(0, 200);
      case 1 -> EAGER + draw.oneOf(List.of(-1, 0, 1, 7));
      case 2 -> draw.between(0, 300_000);
      default -> draw.between(0, 3_000_000);
    };
  }

  private static End end(Draw draw, int bytes) {
    var cuts = new ArrayList<Long>();
    for (int i = draw.between(0, 3); i > 0; i--) {
      cuts.add((long) draw.between(0, bytes));
    }
    return new End(draw.oneOf(List.of(Home.values())), cuts);
  }

  /** Every rank has a thread for each operation, and starts them in an order of its own. */
  private static void hold(Flows flows, List<Conversation> conversations, Random random) {
    var calls = new ArrayList<Callable<Boolean>>();
    for (int rank = 0; rank < flows.ranks(); rank++) {
      var transport = flows.transport(rank);
      for (var conversation : conversations) {
        calls.add(() -> take(transport, conversation));
      }
    }
    Collections.shuffle(calls, random);
    for (var call : Flows.all(calls)) {
      if (call.state() == Future.State.FAILED) {
        throw new AssertionError("a rank failed", call.exceptionNow());
      }
    }
  }

  private static boolean take(FlowTransport transport, Conversation conversation) {
    var waits = new ArrayList<Runnable>();
    try (var channel = transport.open(conversation.ticket)) {
      for (var letter : conversation.letters) {
        if (letter.from == transport.rank()) {
          var memory = Contents.fill(letter.sender.memory(letter.bytes), letter.seed);
          var sending = channel.send(letter.to, Contents.cut(memory, letter.sender.cuts));
          waits.add(() -> sending.await(Flows.soon()));
        } else if (letter.to == transport.rank()) {
          var memory = letter.receiver.memory(letter.bytes);
          var receiving = channel.receive(letter.from, Contents.cut(memory, letter.receiver.cuts));
          waits.add(
              () -> {
                receiving.await(Flows.soon());
                assertThat(Contents.firstDifference(memory, letter.seed)).isNegative();
              });
        }
      }
      Collections.shuffle(waits, new Random(conversation.shuffle + transport.rank()));
      waits.forEach(Runnable::run);
    }
    return true;
  }
}
