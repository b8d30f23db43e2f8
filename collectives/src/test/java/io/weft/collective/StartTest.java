package io.weft.collective;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.network.MismatchException;
import io.weft.network.PeerSlowException;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operations that ranks start when they are ready and match by key. */
@Tag("sampled")
class StartTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private static OperationKey key(int number) {
    return new OperationKey(7, number, 1);
  }

  @Test
  void ranks_that_start_ten_operations_in_ten_random_orders_all_finish() {
    forAll(
        draw -> {
          int n = draw.between(1, 5);
          int length = draw.between(0, 3000);
          int seed = draw.between(0, 1_000_000);
          World.spawn(
              n,
              communicator -> {
                var order = new ArrayList<>(IntStream.range(0, 10).boxed().toList());
                Collections.shuffle(order, new Random(31L * seed + communicator.rank()));
                var pending = new ArrayList<Pending>();
                for (int number : order) {
                  pending.add(communicator.start(key(number), number, twoOf(number, length)::run));
                }
                Oracle.of(Operation.ALL_REDUCE, 0, length).check(communicator);
                pending.forEach(it -> it.await(SOON));
                assertThat(pending).allMatch(Pending::isDone);
              });
        });
  }

  private interface Body {
    void run(Communicator communicator);
  }

  /** Which operation and how long differs from number to number, so that a mix-up shows. */
  private static Body twoOf(int number, int length) {
    var operations = List.of(Operation.ALL_REDUCE, Operation.REDUCE_SCATTER, Operation.ALL_GATHER);
    return communicator -> {
      var ring = communicator.using("ring");
      Oracle.of(operations.get(number % 3), 0, length + number).check(ring);
      Oracle.of(Operation.ALL_REDUCE, 0, length + 10 * number).check(ring);
    };
  }

  @Test
  void a_body_that_fails_is_heard_where_it_is_awaited_and_leaves_the_communicator_usable() {
    var failure = new IllegalStateException("out of luck");
    World.spawn(
        2,
        communicator -> {
          var pending =
              communicator.start(
                  key(0),
                  0,
                  _ -> {
                    throw failure;
                  });
          assertThatThrownBy(() -> pending.await(SOON)).isSameAs(failure);
          assertThatThrownBy(() -> pending.await(SOON)).isSameAs(failure);
          assertThat(pending.isDone()).isTrue();
          Oracle.of(Operation.ALL_REDUCE, 0, 10).check(communicator);
        });
  }

  @Test
  void an_error_is_heard_too() {
    World.spawn(
        1,
        communicator -> {
          var pending =
              communicator.start(
                  key(0),
                  0,
                  _ -> {
                    throw new AssertionError("a bug");
                  });
          assertThatThrownBy(() -> pending.await(SOON))
              .isInstanceOf(AssertionError.class)
              .hasMessage("a bug");
        });
  }

  @Test
  void waiting_too_short_says_so_and_the_operation_goes_on() {
    World.spawn(
        1,
        communicator -> {
          var go = new CountDownLatch(1);
          var pending = communicator.start(key(3), 0, _ -> await(go));
          assertThat(pending.isDone()).isFalse();
          assertThatThrownBy(() -> pending.await(Duration.ofMillis(1)))
              .isInstanceOf(StillRunningException.class)
              .hasMessageContaining("waited 1 ms for the operation of step 7, bucket 3, phase 1")
              .hasMessageContaining("goes on");
          go.countDown();
          pending.await(SOON);
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Test
  void a_key_in_flight_is_refused() {
    World.spawn(
        1,
        communicator -> {
          var go = new CountDownLatch(1);
          var pending = communicator.start(key(3), 0, _ -> await(go));
          assertThatThrownBy(() -> communicator.start(key(3), 0, _ -> {}))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage(
                  "an operation of step 7, bucket 3, phase 1 is in flight already:"
                      + " a key is used once");
          go.countDown();
          pending.await(SOON);
        });
  }

  @Test
  void a_thousand_starts_pile_up_neither_threads_nor_scratch() {
    var threads = ConcurrentHashMap.<Thread>newKeySet();
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    World.spawn(
        2,
        communicator -> {
          var pending = new ArrayList<Pending>();
          for (int i = 0; i < 1000; i++) {
            pending.add(
                communicator.start(
                    key(i),
                    0,
                    own -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      threads.add(Thread.currentThread());
                      own.using("ring").allReduce(Tensor.of(new float[100]), Reduction.SUM);
                      running.decrementAndGet();
                    }));
          }
          pending.forEach(it -> it.await(SOON));
          assertThat(communicator.scratchCount()).isLessThanOrEqualTo(1 + InFlight.MOST);
        });
    assertThat(most.get()).isLessThanOrEqualTo(2 * InFlight.MOST);
    assertThat(threads.size()).as("of two ranks").isLessThanOrEqualTo(4 * InFlight.MOST);
    assertThat(threads).as("after the end").noneMatch(Thread::isAlive);
  }

  @Test
  void closing_waits_for_what_is_in_flight() {
    var results = new float[2][1];
    World.spawn(
        2,
        communicator -> {
          var data = results[communicator.rank()];
          data[0] = 1;
          communicator.start(key(0), 0, own -> own.allReduce(Tensor.of(data), Reduction.SUM));
        });
    assertThat(results).isDeepEqualTo(new float[][] {{2}, {2}});
  }

  @Test
  void a_body_does_not_start_others_nor_make_groups_nor_close() {
    World.spawn(
        1,
        communicator ->
            communicator
                .start(
                    key(0),
                    0,
                    own -> {
                      assertThatThrownBy(() -> own.start(key(1), 0, _ -> {}))
                          .hasMessageContaining("not inside a started operation");
                      assertThatThrownBy(() -> own.group(0))
                          .hasMessageContaining("not inside a started operation");
                      own.close();
                      own.barrier();
                    })
                .await(SOON));
  }

  @Test
  void the_communicator_of_a_body_ends_with_it() {
    World.spawn(
        1,
        communicator -> {
          var kept = new AtomicReference<Communicator>();
          communicator.start(key(0), 0, kept::set).await(SOON);
          assertThatThrownBy(() -> kept.get().barrier())
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("(step 7, bucket 0, phase 1) has ended");
        });
  }

  @Test
  void a_body_has_256_operations() {
    World.spawn(
        1,
        communicator -> {
          var pending =
              communicator.start(
                  key(0), 0, own -> IntStream.range(0, 257).forEach(_ -> own.barrier()));
          assertThatThrownBy(() -> pending.await(SOON))
              .hasMessageContaining("more than 256 operations under one key");
        });
  }

  @Test
  void ranks_that_disagree_under_a_key_are_told() {
    World.spawn(
        3,
        communicator -> {
          int length = communicator.rank() == 1 ? 5 : 4;
          var pending =
              communicator.start(
                  key(9),
                  0,
                  own -> own.using("ring").allReduce(Tensor.of(new int[length]), Reduction.SUM));
          assertThatThrownBy(() -> pending.await(SOON))
              .isInstanceOf(MismatchException.class)
              .hasMessageContaining(
                  "rank 1 does not do what the others do:"
                      + " all-reduce (step 7, bucket 9, phase 1) of ranks 0-2: sum of 5 int32");
          assertThatThrownBy(communicator::barrier)
              .isInstanceOf(MismatchException.class)
              .hasMessageContaining("rank 1 does not do what the others do")
              .hasCauseInstanceOf(MismatchException.class);
        });
  }

  @Test
  void an_operation_that_a_peer_never_starts_ends_at_its_deadline() {
    var options = new Options(Topology.oneHost(2), ClusterCosts.TYPICAL, Duration.ofMillis(20));
    var done = new CountDownLatch(1);
    World.spawn(
        options,
        2,
        communicator -> {
          if (communicator.rank() == 1) {
            done.await();
            return;
          }
          var pending = communicator.start(key(5), 0, Communicator::barrier);
          assertThatThrownBy(() -> pending.await(SOON))
              .isInstanceOf(PeerSlowException.class)
              .hasMessageContaining(
                  "rank 0 waited 20 ms for rank 1 in barrier (step 7, bucket 5, phase 1)");
          done.countDown();
        });
  }

  @Test
  void plain_calls_and_groups_go_on_beside_what_is_in_flight() {
    World.spawn(
        4,
        communicator -> {
          var pending = new ArrayList<Pending>();
          for (int i = 0; i < 20; i++) {
            int length = 100 + i;
            pending.add(
                communicator.start(
                    key(i), i, own -> Oracle.of(Operation.ALL_GATHER, 0, length).check(own)));
            Oracle.of(Operation.REDUCE_SCATTER, 0, length).check(communicator);
          }
          try (var group = communicator.group(3, 1, 0, 2)) {
            for (var operation : List.of(Operation.ALL_REDUCE, Operation.BROADCAST)) {
              Oracle.of(operation, 0, 500).check(group);
            }
          }
          pending.forEach(it -> it.await(SOON));
        });
  }
}
