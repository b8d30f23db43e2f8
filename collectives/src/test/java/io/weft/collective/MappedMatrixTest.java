package io.weft.collective;

import static io.weft.tensor.Reduction.SUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.flow.Flows;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trials.Thorough;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation on memory that processes share against its definition. */
@Tag("sampled")
@EnabledOnOs(OS.LINUX)
class MappedMatrixTest {
  private static final int[] LENGTHS = {0, 1, 7, 1_500, 5_000};

  /** Dealt with in several portions. */
  private static final int LENGTH_LARGE = 530_001;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {2, 3, 5})
  void gives_what_the_operation_is_defined_to_give(int n) {
    run(
        n,
        communicator -> {
          for (int length : LENGTHS) {
            checkAll(communicator, length);
          }
        });
  }

  @Test
  void messages_of_every_algorithm_go_through_it() {
    var algorithms = Thorough.sample(6, Algorithms.all());
    run(
        4,
        communicator -> {
          for (int length : new int[] {333, 70_001}) {
            checkAll(communicator, algorithms, Topology.oneHost(4), length);
          }
        });
  }

  @Test
  void portions_follow_one_another() {
    run(3, communicator -> checkAll(communicator, LENGTH_LARGE));
  }

  private static void checkAll(Communicator communicator, int length) {
    for (var operation : Operation.values()) {
      boolean flat = operation == Operation.ALL_REDUCE && length <= 4_096;
      assertThat(communicator.algorithm(operation, ElementType.FP32, length))
          .isEqualTo(flat ? "flat" : "direct");
      int root = operation.rooted() ? communicator.ranks() - 1 : 0;
      Oracle.of(operation, root, length).check(communicator);
    }
  }

  @Test
  void memory_of_all_kinds_can_meet_in_one_operation() {
    int count = 600_003;
    run(
        3,
        communicator -> {
          var data = data(communicator, count);
          for (int i = 0; i < count; i++) {
            data.segment().setAtIndex(ValueLayout.JAVA_INT, i, i + communicator.rank());
          }
          communicator.allReduce(data, Reduction.SUM);
          for (int i = 0; i < count; i++) {
            if (data.segment().getAtIndex(ValueLayout.JAVA_INT, i) != 3 * i + 3) {
              throw new AssertionError("element " + i);
            }
          }
        });
  }

  /** Of the first rank shared, of the others their own. */
  private static Tensor data(Communicator communicator, int count) {
    return communicator.rank() == 0
        ? communicator.allocate(ElementType.INT32, count)
        : Tensor.of(new int[count]);
  }

  @Test
  void shared_tensors_are_reduced_scattered_gathered_and_broadcast_in_place() {
    run(
        4,
        communicator -> {
          var data = communicator.allocate(ElementType.INT32, 600_001);
          data.segment().fill((byte) 0);
          set(data, communicator.rank() + 1);
          var own = communicator.reduceScatter(data, Reduction.SUM);
          expect(own, 10);
          communicator.allGather(data);
          expect(data, 10);
          communicator.allReduce(data, Reduction.MAX);
          expect(data, 10);
          set(data, communicator.rank());
          communicator.broadcast(data, 2);
          expect(data, 2);
        });
  }

  private static void set(Tensor data, int value) {
    for (long i = 0; i < data.count(); i++) {
      data.segment().setAtIndex(ValueLayout.JAVA_INT, i, value);
    }
  }

  private static void expect(Tensor data, int value) {
    for (long i = 0; i < data.count(); i++) {
      if (data.segment().getAtIndex(ValueLayout.JAVA_INT, i) != value) {
        throw new AssertionError("element " + i);
      }
    }
  }

  @Test
  void operations_in_flight_are_matched_by_key() {
    run(
        3,
        communicator -> {
          var pending = new ArrayList<Pending>();
          for (int i = 0; i < 12; i++) {
            int bucket = communicator.rank() == 1 ? 11 - i : i;
            pending.add(
                communicator.start(
                    new OperationKey(0, bucket, 0),
                    0,
                    own -> Oracle.of(Operation.ALL_REDUCE, 0, 1000 * bucket).check(own)));
          }
          pending.forEach(one -> one.await(Duration.ofSeconds(30)));
        });
  }

  @Test
  void ranks_may_start_many_operations_in_different_orders() {
    try (var flows = Flows.openShared(4, folder, 4096)) {
      flows.run(
          transport -> {
            try (var communicator = Communicator.open(transport, Options.oneHost(4))) {
              var order = new ArrayList<>(IntStream.range(0, 24).boxed().toList());
              Collections.shuffle(order, new Random(transport.rank()));
              var pending =
                  order.stream().map(bucket -> startVaried(communicator, bucket)).toList();
              Oracle.of(Operation.ALL_REDUCE, 0, 5000).check(communicator);
              pending.forEach(one -> one.await(Duration.ofSeconds(30)));
            }
          });
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** Operations of all kinds, from less than a portion to many. */
  private static Pending startVaried(Communicator communicator, int bucket) {
    var operations = List.of(Operation.REDUCE_SCATTER, Operation.ALL_GATHER, Operation.ALL_REDUCE);
    return communicator.start(
        new OperationKey(0, bucket, 0),
        bucket,
        own -> {
          for (var operation : operations) {
            Oracle.of(operation, 0, 300 * bucket).check(own);
          }
        });
  }

  @Test
  void groups_share_memory_too() {
    run(
        4,
        communicator -> {
          var members = communicator.rank() % 2 == 0 ? new int[] {2, 0} : new int[] {1, 3};
          try (var group = communicator.group(members)) {
            for (var operation : List.of(Operation.ALL_REDUCE, Operation.GATHER)) {
              Oracle.of(operation, operation.rooted() ? 1 : 0, 3000).check(group);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {333, 5_000, 70_001})
  void every_algorithm_runs_where_only_some_ranks_share_memory(int length) {
    var topology = new Topology(List.of(0, 1, 0, 1));
    var algorithms = Thorough.sample(6, Algorithms.all());
    try (var flows = Flows.openHosts(topology, folder)) {
      flows.run(
          transport -> {
            var options = new Options(topology, ClusterCosts.TYPICAL, Duration.ofSeconds(30));
            try (var communicator = Communicator.open(transport, options)) {
              checkAll(communicator, algorithms, topology, length);
              int first = transport.rank() % 2;
              try (var group = communicator.group(first, first + 2)) {
                checkAll(group, length);
              }
            }
          });
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static void checkAll(
      Communicator communicator, List<Algorithm> algorithms, Topology topology, int length) {
    for (var algorithm : algorithms) {
      var fixed = communicator.using(algorithm);
      for (var operation : Operation.values()) {
        var one = new Collective(operation, topology, 0, new Elementwise(SUM), 1);
        if (algorithm.refusal(one).isEmpty()) {
          Oracle.of(operation, 0, length).check(fixed);
        }
      }
    }
  }

  private void run(int ranks, World.Body body) {
    try (var flows = Flows.openShared(ranks, folder)) {
      flows.run(
          transport -> {
            try (var communicator = Communicator.open(transport, Options.oneHost(ranks))) {
              body.run(communicator);
            }
          });
    }
    assertThat(folder).isEmptyDirectory();
  }
}
